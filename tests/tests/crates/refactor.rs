//! Refactorings of whole folders: nothing new is found afterwards, and where work is to run elsewhere
//! or at other times, nothing new that is a warning or worse.
//!
//! Runs on the corpus where it is at hand, and always on `tests/fixtures/pipelines`. With
//! `REFACTORED=folder` the results are written there, for the official client to read.

#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_ide::Site;
use azml_ide::graph::graph;
use azml_ide::refactor::{Refactoring, RefactoringSort, refactorings};
use azml_rules::analyze;
use azml_rules::document::{Document, Kind};
use azml_rules::expression::Program;
use azml_rules::fix::{Fix, apply};
use azml_rules::rule::Level;
use azml_rules::text::TextRange;
use azml_rules::workspace::Workspace;
use azml_tests::corpus::{load, pipelines};
use azml_tests::sources;

/// Everything that is offered at the name of a step, a compute, `jobs`, or the type, each once.
fn offered(workspace: &Workspace, document: &Arc<Document>) -> Vec<Refactoring> {
    let program = Program::new(workspace, document);
    let steps = program.steps().map(|(_, step)| step);
    let places = steps
        .flat_map(|step| [Some(step.key), step.node.get("compute")])
        .flatten();
    let root = document.root();
    let at_top = ["jobs", "$schema", "type"]
        .iter()
        .filter_map(|key| root?.entry(key))
        .map(|entry| entry.key);
    let computes = [&["compute"][..], &["settings", "default_compute"]]
        .into_iter()
        .filter_map(|path| root?.get_path(path));
    let site = Site::new(document, workspace, "", &|_| None);
    let mut found: Vec<Refactoring> = Vec::new();
    for place in places.chain(at_top).chain(computes) {
        for refactoring in refactorings(&site, TextRange::empty(place.range().start)) {
            if !found.contains(&refactoring) {
                found.push(refactoring);
            }
        }
    }
    found
}

/// How often each rule speaks in these files.
fn findings(
    workspace: &Workspace,
    paths: &[&str],
    from: Level,
) -> BTreeMap<(&'static str, String), usize> {
    let mut counts = BTreeMap::new();
    let found = paths.iter().flat_map(|path| analyze(workspace, path));
    for found in found.filter(|found| found.level >= from) {
        *counts.entry((found.rule.name, found.message)).or_default() += 1;
    }
    counts
}

/// Does everything that is offered in the pipelines below `folders`.
fn refactor(folders: &[PathBuf]) {
    let mut counts: BTreeMap<(bool, bool), usize> = BTreeMap::new();
    let mut problems = Vec::new();
    for (number, folder) in folders.iter().enumerate() {
        let workspace = load(folder);
        let documents = workspace.documents().filter(|document| {
            let kind = document.kind();
            kind.is_some_and(|kind| kind.is_job() || kind.is_component())
        });
        for document in documents {
            for (at, refactoring) in offered(&workspace, document).into_iter().enumerate() {
                let sort = (
                    refactoring.sort == RefactoringSort::Extract,
                    refactoring.new_files.is_empty(),
                );
                *counts.entry(sort).or_default() += 1;
                let after = applied(&workspace, document, &refactoring);
                problems.extend(compare(&workspace, &after, document, &refactoring));
                write(
                    &after,
                    folder,
                    &format!("{number}-{at}"),
                    document,
                    &refactoring,
                );
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    println!("extracted, without a new file: {counts:?}");
    assert!(
        counts.values().sum::<usize>() > 0,
        "nothing was offered anywhere"
    );
}

#[test]
fn nothing_new_is_found_after_a_refactoring() {
    refactor(&["pipelines", "refactor"].map(|name| sources::fixtures().join(name)));
}

#[test]
fn nothing_new_is_found_after_a_refactoring_of_the_corpus() {
    if let Some(examples) = sources::examples() {
        refactor(&[examples]);
    }
}

/// A text as it is while somebody types it: every third beginning of a pipeline.
#[test]
fn no_beginning_of_a_pipeline_breaks_anything() {
    let mut workspace = load(&pipelines());
    let whole: Vec<(String, String)> = workspace
        .documents()
        .filter(|document| document.kind() == Some(Kind::JobPipeline))
        .map(|document| (document.path().to_owned(), document.text().to_owned()))
        .collect();
    assert!(!whole.is_empty());
    for (path, text) in whole {
        for (end, _) in text.char_indices().step_by(3) {
            workspace.insert(Document::new(path.as_str(), &text[..end]));
            let Some(document) = workspace.document(&path) else {
                continue;
            };
            let site = Site::new(document, &workspace, "", &|_| None);
            if let Some(graph) = graph(&site) {
                let nodes = graph.nodes.len();
                assert!(
                    graph
                        .edges
                        .iter()
                        .all(|edge| edge.from < nodes && edge.to < nodes),
                    "{path} to {end}"
                );
            }
            let _ = refactorings(
                &site,
                TextRange::empty(u32::try_from(end).expect("a small file")),
            );
        }
        workspace.insert(Document::new(path, text));
    }
}

fn applied(workspace: &Workspace, document: &Document, refactoring: &Refactoring) -> Workspace {
    let mut after = workspace.clone();
    if !refactoring.edits.is_empty() {
        let fix = Fix::unsafe_("", refactoring.edits.clone());
        let (text, count) = apply(document.text(), [&fix]);
        assert_eq!(count, 1, "{}: {}", document.path(), refactoring.title);
        after.insert(Document::new(document.path(), text));
    }
    for file in &refactoring.new_files {
        after.insert(Document::new(file.path.as_str(), file.text.as_str()));
    }
    after
}

/// What the rules say afterwards and did not say before.
fn compare(
    before: &Workspace,
    after: &Workspace,
    document: &Document,
    refactoring: &Refactoring,
) -> Vec<String> {
    let mut paths = vec![document.path()];
    let from = match refactoring.sort {
        RefactoringSort::Extract | RefactoringSort::Inline => Level::Hint,
        RefactoringSort::Rewrite => Level::Warning,
    };
    let old = findings(before, &paths, from);
    paths.extend(refactoring.new_files.iter().map(|file| file.path.as_str()));
    let new = findings(after, &paths, from);
    // It speaks of components only: what a step of its own downloads is reused just the same.
    let is_new = |(rule, _): &(&str, String)| *rule != "external-data-deterministic";
    // What a file copies is found in both.
    let copies = |found: &(&str, String)| {
        refactoring.edits.is_empty() && old.keys().any(|(rule, _)| *rule == found.0)
    };
    // What comes from another file was found there, which stays.
    let elsewhere = match refactoring.sort {
        RefactoringSort::Inline => findings(before, &before.paths().collect::<Vec<_>>(), from),
        _ => BTreeMap::new(),
    };
    let more = new.iter().filter(|(found, count)| {
        let is_known = copies(found) || elsewhere.contains_key(*found);
        is_new(found) && !is_known && old.get(*found).unwrap_or(&0) < count
    });
    let place = format!("{}: {}", document.path(), refactoring.title);
    more.map(|((rule, message), _)| format!("{place}: [{rule}] {message}"))
        .collect()
}

/// Writes the result beside the other files of its folder, where that is asked for.
fn write(
    after: &Workspace,
    folder: &Path,
    name: &str,
    document: &Document,
    refactoring: &Refactoring,
) {
    let Some(target) = std::env::var_os("REFACTORED").map(PathBuf::from) else {
        return;
    };
    let files = refactoring
        .new_files
        .iter()
        .map(|file| file.path.as_str())
        .chain([document.path()]);
    let target = target.join(format!("{name}-{}", document.path().replace('/', "_")));
    for path in files {
        let Some(document) = after.document(path) else {
            continue;
        };
        let file = target.join(path);
        std::fs::create_dir_all(file.parent().expect("a file is in a folder"))
            .expect("a folder can be made");
        std::fs::write(file, document.text()).expect("a file can be written");
    }
    let origin = format!(
        "{}\n{}\n{}",
        folder.display(),
        document.path(),
        refactoring.title
    );
    std::fs::write(target.join("ORIGIN"), origin).expect("a file can be written");
}
