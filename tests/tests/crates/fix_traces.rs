//! What a fix leaves behind: each one that is offered, on every example of every page and in
//! every spec, alone, as an author who picks it sees it. Its finding is gone, nothing new is a
//! warning or worse, and nothing at all is said about the text that it wrote, except that something
//! in it must be filled in.

use std::collections::BTreeMap;
use std::sync::Arc;

use azml_rules::analyze_whole;
use azml_rules::checks::RULES;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::fix::{Applicability, Edit, Fix, apply};
use azml_rules::rule::Level;
use azml_rules::text::TextRange;
use azml_rules::workspace::Workspace;
use azml_tests::fixes::may_leave;
use azml_tests::spec;

/// A finding with its file.
type Located = (Arc<str>, Diagnostic);

/// What is found in the files of a workspace.
#[derive(Default)]
struct Findings {
    told: Vec<Located>,
    /// What others stand for.
    hidden: Vec<Located>,
}

impl Findings {
    fn of(workspace: &Workspace) -> Self {
        let mut findings = Self::default();
        for document in workspace.documents() {
            let path = document.shared_path();
            let analysis = analyze_whole(workspace, &path);
            let with_path = |it: Diagnostic| (path.clone(), it);
            findings
                .told
                .extend(analysis.found.into_iter().map(with_path));
            findings
                .hidden
                .extend(analysis.hidden.into_iter().map(with_path));
        }
        findings
    }
}

fn is_same((path, one): &Located, (other_path, other): &Located) -> bool {
    path == other_path && one.rule == other.rule && one.message == other.message
}

/// The files after `fix` of a finding in the file at `path`, and what was written in each.
fn applied(
    workspace: &Workspace,
    path: &str,
    fix: &Fix,
) -> (Workspace, BTreeMap<String, Vec<TextRange>>) {
    let mut by_path: BTreeMap<&str, Vec<Edit>> = BTreeMap::new();
    for edit in &fix.edits {
        let own = by_path.entry(edit.path.as_deref().unwrap_or(path));
        own.or_default().push(Edit {
            path: None,
            ..edit.clone()
        });
    }
    let (mut after, mut written) = (workspace.clone(), BTreeMap::new());
    for (path, edits) in by_path {
        let document = workspace.document(path).expect("a file that is edited");
        let ranges = ranges_after(&edits);
        let fix = Fix::safe("", edits);
        after.insert(Document::new(path, apply(document.text(), [&fix]).0));
        written.insert(path.to_owned(), ranges);
    }
    (after, written)
}

/// Where the texts of `edits` stand afterwards, without the blanks around them.
fn ranges_after(edits: &[Edit]) -> Vec<TextRange> {
    let (mut grown, mut shrunk) = (0, 0);
    let mut ranges = Vec::new();
    for edit in edits {
        let start = edit.range.start + grown - shrunk;
        let before = edit.text.len() - edit.text.trim_start().len();
        let text = edit.text.trim();
        let [before, length, whole] = [before, text.len(), edit.text.len()]
            .map(|length| u32::try_from(length).expect("a small text"));
        if length > 0 {
            ranges.push(TextRange::new(start + before, start + before + length));
        }
        grown += whole;
        shrunk += edit.range.len();
    }
    ranges
}

/// How often each rule speaks in each file.
fn counts<'f>(
    found: impl IntoIterator<Item = &'f (Arc<str>, Diagnostic)>,
) -> BTreeMap<(&'f str, &'static str), usize> {
    let mut counts = BTreeMap::new();
    for (path, finding) in found {
        *counts.entry((&**path, finding.rule.name)).or_default() += 1;
    }
    counts
}

/// What is wrong with the text after `fix` of `finding`.
fn faults(workspace: &Workspace, old: &Findings, finding: &Located, fix: &Fix) -> Vec<String> {
    let fixed_rule = finding.1.rule.name;
    let (after, written) = applied(workspace, &finding.0, fix);
    let new = Findings::of(&after);
    let mut faults = Vec::new();
    let [left, before] = [&new, old].map(|findings| {
        let same = findings.told.iter().filter(|it| is_same(it, finding));
        same.count()
    });
    if left >= before {
        faults.push("its finding is still there".to_owned());
    }
    let (before, now) = (counts(&old.told), counts(&new.told));
    for located in &new.told {
        let (path, finding) = located;
        let key = (&**path, finding.rule.name);
        let is_new = now.get(&key) > before.get(&key);
        let mut known = old.told.iter().chain(&old.hidden);
        let was_known = known.any(|it| is_same(it, located));
        let is_own = written
            .get(&**path)
            .is_some_and(|ranges| ranges.iter().any(|range| range.intersects(finding.range)));
        let counts = finding.level >= Level::Warning || is_own;
        let is_expected = may_leave(fixed_rule, finding.rule.name);
        if is_new && counts && !was_known && !is_expected {
            faults.push(format!(
                "{path}: new is {} {}: {}",
                finding.level.name(),
                finding.rule.name,
                finding.message
            ));
        }
    }
    faults
}

#[test]
fn nothing_is_said_about_what_a_fix_wrote() {
    let (mut count, mut failures) = (0, Vec::new());
    for &rule in RULES {
        for (heading, files) in spec::scenes(rule) {
            let workspace = spec::workspace(rule.name, &files);
            let old = Findings::of(&workspace);
            for finding in &old.told {
                let (path, diagnostic) = finding;
                let fixes = diagnostic.fixes.iter();
                for fix in fixes.filter(|fix| fix.applicability > Applicability::Display) {
                    count += 1;
                    let faults = faults(&workspace, &old, finding, fix);
                    if !faults.is_empty() {
                        let after = applied(&workspace, path, fix).0;
                        let text = after.document(path).map_or("", |it| it.text());
                        failures.push(format!(
                            "{}: {heading}\n{path}: {:?} of {}\n  {}\n{text}",
                            rule.name,
                            fix.title,
                            diagnostic.rule.name,
                            faults.join("\n  ")
                        ));
                    }
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count}:\n{}",
        failures.len(),
        failures.join("\n\n")
    );
    assert!(count > 500, "{count} fixes");
}
