//! What an editor requests of a long file: work and memory that grow with it.

use azml_ide::diagnostics::missing_path_fixes::MissingPathFixes;
use azml_ide::diagnostics::suppress_action::suppress_action;
use azml_ide::{Site, completion};
use azml_rules::diagnostic::Diagnostic;
use azml_rules::suppress::Comments;

use super::*;

/// Work and allocated bytes of `answer` for a document with at least `count` findings.
fn effort_of_answer(
    count: usize,
    text: &str,
    answer: impl Fn(&Site<'_>, &[Diagnostic]),
) -> (u64, u64) {
    let mut workspace = Workspace::default();
    workspace.set_today(TODAY);
    workspace.set_disk(Arc::new(OneScript(String::new())));
    workspace.insert(Document::new("jobs/job.yml", text));
    let found = analyze(&workspace, "jobs/job.yml");
    assert!(found.len() >= count, "{}", found.len());
    let document = workspace.document("jobs/job.yml").expect("inserted");
    let site = Site::new(document, &workspace, "", &|_| None);
    let before = spent();
    let used = allocation_counter::measure(|| answer(&site, &found));
    (spent() - before, used.bytes_total)
}

/// Asserts that `answer` is linear in documents of `make`.
fn answers_are_linear(
    name: &str,
    make: impl Fn(usize) -> String,
    answer: impl Fn(&Site<'_>, &[Diagnostic]),
) {
    // What a process makes once is made before.
    let _ = effort_of_answer(2, &make(2), &answer);
    let [small, large] = [60, 240].map(|n| effort_of_answer(n, &make(n), &answer));
    assert!(
        large.0 <= LIMIT * small.0 && large.1 <= LIMIT * small.1,
        "{name}: {small:?}, then {large:?}"
    );
}

#[test]
fn actions_at_each_finding() {
    let paths = |n| {
        let inputs = many(n, "  in_@: {type: uri_folder, path: ./no/such@}\n");
        job(&format!("code: ./none\ninputs:\n{inputs}"))
    };
    answers_are_linear("missing paths", paths, |site, found| {
        let fixes = MissingPathFixes::new(site);
        for one in found {
            let _ = fixes.of(one.rule.name, one.range);
        }
    });
    let comments = |n| {
        let inputs = "  in_@: 1\n  # azml: ignore[cluster-min-nodes]\n";
        job(&format!("inputs:\n{}", many(n, inputs)))
    };
    answers_are_linear("comments", comments, |site, found| {
        let comments = Comments::of(site.document);
        for one in found {
            let _ = suppress_action(&comments, one.range.start, one.rule.name);
        }
    });
}

#[test]
fn completion_among_undeclared_names() {
    let [small, large] = [200, 4 * 200].map(|n| {
        let uses = many(n, "${{inputs.in_@}} ");
        let declared = many(n, "  other_@: 1\n");
        let text = format!("{JOB}command: run {uses}\ninputs:\n{declared}  i");
        let offset = u32::try_from(text.len()).expect("a small file");
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("job.yml", text));
        let document = workspace.document("job.yml").expect("inserted");
        let site = Site::new(document, &workspace, "", &|_| None);
        let before = spent();
        let found = completion::complete(&site, offset).expect("names");
        assert!(found.items.len() >= n, "{}", found.items.len());
        spent() - before
    });
    assert!(large <= LIMIT * small, "{small}, then {large}");
}
