//! Writes a comment at every finding. A comment is written, and then the file is looked at again:
//! what a finding hid may show now.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use azml_rules::analyze;
use azml_rules::az_ml::is_script;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::fix::Edit;
use azml_rules::rule::{Level, RuleMark};
use azml_rules::suppress::{Comments, inserted, line_to_silence};
use azml_rules::syntax::Tree;
use azml_rules::text::TextRange;
use azml_rules::wording::names_listed;
use rayon::prelude::*;

use crate::check::{Fixed, FixedFile};
use crate::guarded::guarded;
use crate::loading::Loaded;
use crate::sandbox::FileProblem;

/// Maximum number of passes over a file: an ignored finding may have hidden another one.
const MAX_ROUNDS: usize = 5;

/// Result of one pass over a file.
struct IgnoreStep {
    /// With its comments; `None` where there is nothing to write.
    document: Option<Document>,
    /// Number of findings that the comments ignore.
    silenced: usize,
    problems: Vec<FileProblem>,
}

/// Writes comments, with `reason`, that ignore the findings of at least the level `least` in the
/// requested documents of `loaded`. The workspace then has the new texts; the caller writes the
/// files.
pub fn ignore(loaded: &mut Loaded, least: Level, reason: Option<&str>) -> Fixed {
    let mut files: BTreeMap<Arc<str>, FixedFile> = BTreeMap::new();
    let mut problems: BTreeMap<Arc<str>, Vec<FileProblem>> = BTreeMap::new();
    let open = loaded.requested.iter().chain(&loaded.scripts);
    let mut open: Vec<Arc<str>> = open.cloned().collect::<BTreeSet<_>>().into_iter().collect();
    for _ in 0..MAX_ROUNDS {
        let steps = open.par_iter().filter_map(|path| {
            let step = guarded(|| step(loaded, path, least, reason));
            let failed =
                |message| IgnoreStep::failed(FileProblem::error(Path::new(&**path), message));
            Some((path.clone(), step.unwrap_or_else(|it| Some(failed(it)))?))
        });
        let steps: Vec<(Arc<str>, IgnoreStep)> = steps.collect();
        open.clear();
        for (path, step) in steps {
            problems.insert(path.clone(), step.problems);
            let Some(document) = step.document else {
                continue;
            };
            let before = loaded.workspace.document(&path);
            let before = before.map_or_else(String::new, |it| it.text().to_owned());
            let file = files.entry(path.clone()).or_insert_with(|| FixedFile {
                path: path.clone(),
                before,
                after: String::new(),
                applied: 0,
            });
            document.text().clone_into(&mut file.after);
            file.applied += step.silenced;
            loaded.workspace.insert(document);
            open.push(path);
        }
    }
    Fixed {
        files: files.into_values().collect(),
        problems: problems.into_values().flatten().collect(),
    }
}

impl IgnoreStep {
    fn failed(problem: FileProblem) -> Self {
        Self {
            document: None,
            silenced: 0,
            problems: vec![problem],
        }
    }
}

/// `None` for a file without findings.
fn step(
    loaded: &Loaded,
    path: &Arc<str>,
    least: Level,
    reason: Option<&str>,
) -> Option<IgnoreStep> {
    let document = loaded.workspace.document(path)?;
    let found = analyze(&loaded.workspace, path);
    let found: Vec<&Diagnostic> = found.iter().flat_map(Diagnostic::each).collect();
    let found: Vec<&Diagnostic> = found
        .into_iter()
        // A comment that ignores a finding about a comment is useless: `--fix` removes it.
        .filter(|it| it.level >= least && !it.rule.is(RuleMark::Suppression))
        .collect();
    if found.is_empty() {
        return None;
    }
    let refused = |message: &str, help: &str| {
        let problem = FileProblem::error(Path::new(&**path), message);
        Some(IgnoreStep::failed(problem.help(help)))
    };
    if loaded.unwritable.contains(path) {
        return refused("is UTF-16 and was not changed", "save it as UTF-8 first");
    }
    if !document.tree().errors().is_empty() {
        return refused(
            "is not valid YAML and was not changed",
            "fix the syntax error first",
        );
    }
    let mut step = comments(document, &found, reason);
    let changes_nothing_else = |after: &Document| is_same(document.tree(), after.tree());
    if !step.document.as_ref().is_none_or(changes_nothing_else) {
        return refused(
            "was not changed: comments would change what it says",
            "silence its findings by hand",
        );
    }
    if step.silenced == 0 {
        step.document = None;
    }
    Some(step)
}

/// The document with a comment for each of the findings `found`.
fn comments(document: &Document, found: &[&Diagnostic], reason: Option<&str>) -> IgnoreStep {
    let mut step = IgnoreStep {
        document: None,
        silenced: 0,
        problems: Vec::new(),
    };
    let comments = Comments::of(document);
    let mut by_line: BTreeMap<u32, Vec<&Diagnostic>> = BTreeMap::new();
    for &diagnostic in found {
        let line = line_to_silence(document, diagnostic.range.start);
        by_line.entry(line).or_default().push(diagnostic);
    }
    let places = by_line.values().map(|found| {
        let rules: BTreeSet<&str> = found.iter().map(|it| it.rule.name).collect();
        (found[0].range.start, rules.into_iter().collect())
    });
    let places: Vec<(u32, Vec<&str>)> = places.collect();
    let mut edits: Vec<Edit> = Vec::new();
    let possible = comments.for_lines(&places, reason);
    for (((line, found), (_, rules)), edit) in by_line.into_iter().zip(&places).zip(possible) {
        // A comment that is there and does not help is not written again.
        let is_new = |rule: &&str| !comments.name(line, rule);
        let edit = edit.filter(|_| rules.iter().all(is_new));
        match edit {
            Some(edit) => {
                step.silenced += found.len();
                edits.push(edit);
            }
            None => step.problems.push(no_room(document, found[0].range, rules)),
        }
    }
    step.document = Some(Document::new(
        document.shared_path(),
        inserted(document.text(), &edits),
    ));
    step
}

fn no_room(document: &Document, at: TextRange, rules: &[&str]) -> FileProblem {
    let message = format!(
        "{} is not ignored here, because no comment can be on this line or the line before it",
        names_listed(rules.iter().copied())
    );
    // Batch files have no such comments.
    let help = if is_script(document.path()) {
        "turn it off in azml.yaml".to_owned()
    } else {
        format!(
            "add `# azml: ignore-file[{}]`, or turn it off in azml.yaml",
            rules.join(", ")
        )
    };
    FileProblem::warning(Path::new(document.path()), message)
        .at(document.text(), at)
        .help(help)
}

/// Returns `true` if two texts differ only in comments.
fn is_same(before: &Tree, after: &Tree) -> bool {
    let content = |tree: &Tree| -> Vec<_> {
        let nodes = tree.nodes();
        nodes
            .map(|node| {
                (
                    node.kind(),
                    node.text().map(str::to_owned),
                    node.tag().map(str::to_owned),
                )
            })
            .collect()
    };
    after.errors().is_empty() && content(before) == content(after)
}
