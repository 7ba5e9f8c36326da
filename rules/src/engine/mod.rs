//! Runs the rules over a document: the terminal, the editor and the tests all call [`analyze`].
//! [`overridable`] handles values that command lines replace, [`redaction`] hides secrets.

mod overridable;
mod redaction;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::checks::{CHECKS, Cache, CheckFunction, Context};
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::fix::Edit;
use crate::query::QueryFrame;
use crate::rule::{Group, Level, Rule, RuleMark};
use crate::settings::RuleLevel;
use crate::syntax::{Node, SyntaxErrorCause, Tree};
use crate::text::TextRange;
use crate::workspace::{Dependencies, Workspace};
use crate::{cancellation, suppress, threads};

/// Returns the findings in the document at `path` of `workspace`, in order; none for documents that
/// are not Azure ML's.
pub fn analyze(workspace: &Workspace, path: &str) -> Vec<Diagnostic> {
    analyze_whole(workspace, path).found
}

/// Minimum number of nodes of a document that several threads analyze.
const LONG: usize = 4000;

/// Findings in a document.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The visible findings, in order.
    pub found: Vec<Diagnostic>,
    /// Findings that are hidden by another one. They become visible when that one is fixed.
    pub hidden: Vec<Diagnostic>,
}

impl Analysis {
    /// Returns the number of hidden errors.
    pub fn hidden_errors(&self) -> usize {
        let errors = self.hidden.iter();
        errors.filter(|it| it.level == Level::Error).count()
    }

    /// Removes findings that may change when further files have been read.
    fn settled(mut self) -> Self {
        self.found.retain(|it| !it.is_provisional);
        self.hidden.retain(|it| !it.is_provisional);
        self
    }
}

/// Same as [`analyze`], with the hidden findings.
pub fn analyze_whole(workspace: &Workspace, path: &str) -> Analysis {
    let workspace = workspace.for_one_analysis();
    let document = workspace.document(path);
    let analysis = document.map(|document| analyze_with(&workspace, document, None));
    analysis.unwrap_or_default().settled()
}

/// Returns the findings of the rule called `rule` alone, including those that other findings hide.
/// This takes a small part of the time.
pub fn analyze_rule(workspace: &Workspace, path: &str, rule: &str) -> Vec<Diagnostic> {
    found_by_rule(&workspace.for_one_analysis(), path, rule)
}

/// As [`analyze_rule`], with everything that the findings depend on.
pub fn analyze_rule_tracked(
    workspace: &Workspace,
    path: &str,
    rule: &str,
) -> (Vec<Diagnostic>, Dependencies) {
    let workspace = workspace.tracking();
    let found = found_by_rule(&workspace, path, rule);
    (found, workspace.dependencies())
}

fn found_by_rule(workspace: &Workspace, path: &str, rule: &str) -> Vec<Diagnostic> {
    let Some(document) = workspace.document(path) else {
        return Vec::new();
    };
    let is_chosen = |it: &Rule| it.name == rule;
    let analysis = analyze_with(workspace, document, Some(&is_chosen));
    analysis.settled().found
}

/// Same as [`analyze`], with a record of all lookups: the findings are valid as long as [`Workspace::confirms`]
/// them, and final once the folder is read.
pub fn analyze_tracked(workspace: &Workspace, path: &str) -> (Vec<Diagnostic>, Dependencies) {
    let recording = workspace.tracking();
    let found = match recording.document(path) {
        Some(document) => analyze_with(&recording, document, None).found,
        None => Vec::new(),
    };
    // The position shown for a range in another file depends on the text around it.
    for diagnostic in &found {
        let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
        let edited = edits.filter_map(|edit| edit.path.as_ref());
        let related = diagnostic.related.iter().map(|related| &related.path);
        for path in related.chain(edited) {
            let _ = recording.document(path);
        }
    }
    (found, recording.dependencies())
}

/// Runs the rules that are `chosen`, or all.
fn analyze_with(workspace: &Workspace, document: &Document, chosen: Chosen<'_>) -> Analysis {
    if document.kind().is_none() && document.commands().is_none() {
        return Analysis::default();
    }
    let settings = workspace.settings(document.path());
    let rules = settings.rules_for(document.path());
    let judges_comments = |rule: &Rule| rule.is(RuleMark::Suppression);
    // Only the command lines of other tools' files count.
    let is_other = document.kind().is_none();
    let is_long = document.tree().nodes().len() > LONG;
    let parts = parts(rules_to_run(is_other, chosen), is_long);
    let is_chosen = |rule: &Rule| chosen.is_none_or(|chosen| chosen(rule));
    let after = CHECKS.iter().filter(|(rule, _)| judges_comments(rule));
    let after: Vec<&RuleCheck> = after
        .filter(|(rule, _)| !is_other && is_chosen(rule))
        .collect();
    let frames = frames(workspace, parts.len() + after.len());
    let cache = Cache::default();
    let is_any_provisional = AtomicBool::new(false);
    let run = |at: usize, (rule, check): RuleCheck| {
        cancellation::look();
        let frame = frames.get(at).unwrap_or(workspace);
        let mut context = Context::new(frame, document, (&settings, &rules), rule, &cache);
        let level = context.level(rule);
        if level != RuleLevel::Off {
            let ((), is_provisional) = frame.isolate(|| check(&mut context));
            let is_any = is_any_provisional.fetch_or(is_provisional, Ordering::Relaxed);
            // A comment may silence what is found once the folder is read.
            let is_on_comments = judges_comments(rule) && is_any;
            mark_provisional(is_provisional || is_on_comments, &mut context.found);
        }
        context.found.iter_mut().for_each(|it| it.at_level(level));
        context.found
    };
    let by_part = threads::each(parts.len(), is_long, &|at| run(at, parts[at]));
    let mut found: Vec<Diagnostic> = by_part.into_iter().flatten().collect();
    cache.set_silenced(suppress::apply(document, &mut found));
    for (at, check) in after.into_iter().enumerate() {
        let mut of_comments = run(parts.len() + at, *check);
        if !of_comments.is_empty() {
            suppress::apply(document, &mut of_comments);
        }
        found.append(&mut of_comments);
    }
    report(workspace, document, &cache, found)
}

/// Turns everything that the rules found into the reported findings and the hidden ones.
fn report(
    workspace: &Workspace,
    document: &Document,
    cache: &Cache<'_>,
    mut found: Vec<Diagnostic>,
) -> Analysis {
    if !found.is_empty() {
        overridable::apply(
            document,
            cache.cli_overrides(workspace, document),
            &mut found,
        );
    }
    if workspace.is_unread() {
        overridable::mark_provisional(document, &mut found);
    }
    drop_doubtful_fixes(workspace, document, &mut found);
    let mut hidden = drain_below_whole_file(&mut found);
    hidden.append(&mut drain_below_unknown_keys(document, &mut found));
    hidden.append(&mut drain_around_indentation_errors(document, &mut found));
    hidden.append(&mut drain_generic(&mut found));
    redaction::apply(document, &mut found);
    redaction::apply(document, &mut hidden);
    sort_and_dedup(&mut found);
    Analysis {
        found: show_first(found),
        hidden,
    }
}

/// Sorts by place, rule, and message, and drops what is there twice.
fn sort_and_dedup(found: &mut Vec<Diagnostic>) {
    found.sort_by(|a, b| {
        (a.range, a.rule.name, &a.message).cmp(&(b.range, b.rule.name, &b.message))
    });
    found.dedup_by(|a, b| a.range == b.range && a.rule == b.rule && a.message == b.message);
}

/// The rules that run for a document, or for one that is not Azure ML's.
fn rules_to_run(is_other: bool, chosen: Chosen<'_>) -> Cow<'static, [RuleCheck]> {
    let ran = LazyLock::force(if is_other {
        &SCRIPT_RULES
    } else {
        &DOCUMENT_RULES
    });
    let Some(chosen) = chosen else {
        return Cow::Borrowed(&ran[..]);
    };
    let ran = ran.iter().copied();
    ran.filter(|(rule, _)| chosen(rule)).collect()
}

/// A frame for each rule where findings can be provisional: rules run on several threads. Otherwise
/// one frame is enough.
fn frames(workspace: &Workspace, count: usize) -> Vec<Workspace> {
    let count = if workspace.is_unread() { count } else { 0 };
    (0..count).map(|_| workspace.fork()).collect()
}

/// The rules that run: those for which this holds, or all.
type Chosen<'c> = Option<&'c dyn Fn(&Rule) -> bool>;

/// A rule and its check function.
type RuleCheck = (&'static Rule, CheckFunction);

/// The rules for Azure ML documents, except those for comments, which run after them.
static DOCUMENT_RULES: LazyLock<Vec<RuleCheck>> = LazyLock::new(|| checks(false));

/// The rules for command lines in files of other tools.
static SCRIPT_RULES: LazyLock<Vec<RuleCheck>> = LazyLock::new(|| checks(true));

fn checks(for_scripts: bool) -> Vec<RuleCheck> {
    let are = |rule: &Rule| {
        rule.is(RuleMark::CommandLines) == for_scripts && !rule.is(RuleMark::Suppression)
    };
    let checks = CHECKS.iter().filter(|(rule, _)| are(rule));
    checks.copied().collect()
}

/// Minimum number of rules for which shared results are computed in advance.
const MANY: usize = 20;

/// Returns the work for a document: its rules. If it `is_long`, several threads take rules from
/// both ends, so the results that most rules need are computed first and last, and no thread waits
/// for another to compute them.
fn parts(mut parts: Cow<'static, [RuleCheck]>, is_long: bool) -> Cow<'static, [RuleCheck]> {
    if is_long && parts.len() >= MANY {
        let (first, last) = (parts[0].0, parts[parts.len() - 1].0);
        let parts = parts.to_mut();
        parts.insert(0, (first, |cx| _ = cx.judgement()));
        parts.push((last, |cx| _ = cx.commands().next()));
    }
    parts
}

fn mark_provisional(is_provisional: bool, found: &mut [Diagnostic]) {
    let found = found.iter_mut();
    found.for_each(|diagnostic| diagnostic.is_provisional |= is_provisional);
}

/// Maximum number of findings of a rule and level that are shown in a file; one more represents the
/// rest. VS Code shows no more per file.
const SHOWN: usize = 1000;

/// Combines excess findings of a rule and level into one. Counts and fixes still include all.
fn show_first(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if found.len() <= SHOWN {
        return found;
    }
    let mut shown: Vec<Diagnostic> = Vec::new();
    let mut rests: HashMap<(&str, Level), (usize, Option<usize>)> = HashMap::new();
    for diagnostic in found {
        let key = (diagnostic.rule.name, diagnostic.level);
        let (count, rest) = rests.entry(key).or_default();
        *count += 1;
        if *count <= SHOWN {
            shown.push(diagnostic);
            continue;
        }
        let at = *rest.get_or_insert_with(|| {
            let (rule, range) = (diagnostic.rule, diagnostic.range);
            let mut rest = Diagnostic::new(rule, range, String::new());
            rest.level = diagnostic.level;
            rest.is_provisional = diagnostic.is_provisional;
            shown.push(rest);
            shown.len() - 1
        });
        shown[at].summarized.push(diagnostic);
    }
    for rest in shown.iter_mut().filter(|it| !it.summarized.is_empty()) {
        let (count, verb) = match rest.summarized.len() {
            1 => ("1 more finding".to_owned(), "is"),
            more => (format!("{more} more findings"), "are"),
        };
        rest.message = format!("{count} of `{}` {verb} not shown", rest.rule.name);
        rest.note(format!("the first {SHOWN} in a file are shown"));
        rest.help("fix the ones before it; fixing all of them at once includes the rest");
    }
    shown
}

/// Removes fixes on and beside lines with syntax errors, where the meaning of the text is a guess.
fn drop_doubtful_fixes(workspace: &Workspace, document: &Document, found: &mut [Diagnostic]) {
    let mut doubtful: HashMap<&str, Vec<TextRange>> = HashMap::new();
    let mut is_doubtful = |edit: &Edit| {
        let Some(edited) = edited(workspace, document, edit) else {
            return true;
        };
        if edited.tree().errors().is_empty() {
            return false;
        }
        let lines = doubtful
            .entry(edited.path())
            .or_insert_with(|| edited.tree().doubtful_lines());
        let from = lines.partition_point(|line| line.end < edit.range.start);
        lines
            .get(from)
            .is_some_and(|line| line.intersects(edit.range))
    };
    for diagnostic in found {
        let fixes = &mut diagnostic.fixes;
        fixes.retain(|fix| !fix.edits.iter().any(&mut is_doubtful));
    }
}

/// Returns the document that `edit` changes.
fn edited<'w>(
    workspace: &'w Workspace,
    document: &'w Document,
    edit: &Edit,
) -> Option<&'w Document> {
    match &edit.path {
        Some(path) => workspace.document(path).map(|document| &**document),
        None => Some(document),
    }
}

/// Removes all other findings if the file is of another kind than it claims: nearly every key would
/// have one. Returns the removed findings.
fn drain_below_whole_file(found: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_whole = |it: &Diagnostic| it.rule.is(RuleMark::WholeFile) && it.level > Level::Info;
    if !found.iter().any(is_whole) {
        return Vec::new();
    }
    let below = found.extract_if(.., |it| !is_whole(it) && !it.is_syntax_error());
    below.collect()
}

/// Removes the findings about references in the values of unknown keys, where no reference has a
/// meaning until the key is known. A pipeline inside a step is checked as one, although its `jobs` is no
/// key there. Returns the removed findings.
fn drain_below_unknown_keys(document: &Document, found: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
    let unknown = found.iter().filter(|it| it.rule.is(RuleMark::HidesValue));
    let keys = unknown.filter_map(|it| document.tree().node_at(it.range.start));
    let values = keys.filter(|key| key.text() != Some("jobs"));
    let mut values: Vec<TextRange> = values
        .filter_map(|key| Some(key.value_of_key()?.range()))
        .collect();
    if values.is_empty() {
        return Vec::new();
    }
    values.sort_unstable_by_key(|value| value.start);
    let is_below = |it: &Diagnostic| {
        let after = values.partition_point(|value| value.start <= it.range.start);
        let is_in_value = after > 0 && values[after - 1].contains_range(it.range);
        is_in_value && it.rule.group == Group::Reference
    };
    found.extract_if(.., |it| is_below(it)).collect()
}

/// Removes the findings of a schema's checks that an error of indentation explains: at the lines that are indented too
/// far, whose level is a guess, and at unknown keys below the top that contain the error, because they may belong at
/// another level, too. Returns the removed findings.
fn drain_around_indentation_errors(
    document: &Document,
    found: &mut Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let tree = document.tree();
    let errors = tree.errors().iter();
    let errors = errors.filter(|error| error.cause == SyntaxErrorCause::UnderValue);
    let places: Vec<TextRange> = errors
        .map(|error| indented_from(tree, error.range))
        .collect();
    if places.is_empty() {
        return Vec::new();
    }
    let is_explained = |it: &Diagnostic| {
        let is_at = |place: &TextRange| place.contains_range(it.range);
        let key = tree.node_at(it.range.start);
        let below = key.filter(|key| key.parent().is_some_and(|it| it.parent().is_some()));
        let value = below.and_then(Node::value_of_key);
        let value = value.filter(|_| it.rule.is(RuleMark::HidesValue));
        let contains = |place: &TextRange| {
            value.is_some_and(|value| value.range().contains_range(TextRange::empty(place.start)))
        };
        places.iter().any(|place| is_at(place) || contains(place))
    };
    let is_of_schema = |it: &Diagnostic| it.rule.is(RuleMark::SchemaCheck);
    let explained = found.extract_if(.., |it| is_of_schema(it) && is_explained(it));
    explained.collect()
}

/// Returns the range from `start`, where a line is indented too far, to the last line that is indented as far.
fn indented_from(tree: &Tree, start: TextRange) -> TextRange {
    let (lines, text) = (tree.lines(), tree.text());
    let first = lines.line_of(start.start);
    let indent = start.start - lines.full_line(first).start;
    let is_as_far = |line: &u32| {
        let content = lines.line(text, *line).slice(text);
        let spaces = content.len() - content.trim_start_matches(' ').len();
        content.trim().is_empty() || spaces >= indent as usize
    };
    let following = (first + 1..lines.line_count()).take_while(is_as_far);
    let last = following.last().unwrap_or(first);
    TextRange::new(start.start, lines.full_line(last).end)
}

/// Removes findings of generic rules from places where a specific rule reports the same mistake.
/// Returns the removed findings.
fn drain_generic(found: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_generic = |diagnostic: &Diagnostic| diagnostic.rule.is(RuleMark::Generic);
    let mut specific = HashSet::new();
    for diagnostic in found.iter() {
        if diagnostic.level == Level::Error && !is_generic(diagnostic) {
            specific.insert(diagnostic.range);
        }
    }
    let generic = found.extract_if(.., |it| is_generic(it) && specific.contains(&it.range));
    generic.collect()
}

#[cfg(test)]
mod tests {
    use super::{SHOWN, analyze};
    use crate::document::Document;
    use crate::workspace::Workspace;

    fn findings(keys: usize) -> Vec<crate::diagnostic::Diagnostic> {
        let keys: String = (0..keys).map(|key| format!("word_{key}: 1\n")).collect();
        let job = "command: run\nenvironment: azureml:e:1\ncompute: azureml:c\n";
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("job.yml", format!("{job}{keys}")));
        let mut found = analyze(&workspace, "job.yml");
        found.retain(|found| found.rule.name == "unknown-key");
        found
    }

    #[test]
    fn one_finding_stands_for_those_that_are_too_many_to_show() {
        assert_eq!(findings(SHOWN).len(), SHOWN);
        let found = findings(SHOWN + 500);
        let (last, shown) = found.split_last().unwrap();
        assert_eq!(shown.len(), SHOWN);
        assert_eq!(
            last.message,
            "500 more findings of `unknown-key` are not shown"
        );
        assert_eq!(last.level, shown[0].level);
        assert_eq!(last.range, last.summarized[0].range);
        assert_eq!(
            found
                .iter()
                .flat_map(crate::diagnostic::Diagnostic::each)
                .count(),
            SHOWN + 500
        );
    }
}
