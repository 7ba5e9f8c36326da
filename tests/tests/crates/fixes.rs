//! What a fix promises, whatever the file: its finding is gone, nothing gets worse, and a second
//! run finds nothing to do.
//!
//! `FIX_ROUNDS` makes the test of broken files run longer.

use std::collections::BTreeMap;
use std::sync::Arc;

use azml_ls::check::{FixChoice, Fixed, fix};
use azml_ls::loading::{Loaded, Request, load};
use azml_rules::checks::RULES;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::fix::{Applicability, Fix, apply};
use azml_rules::rule::Level;
use azml_rules::workspace::Workspace;
use azml_rules::{analyze, analyze_whole};
use azml_tests::damage::damaged;
use azml_tests::process::root;
use azml_tests::random::Random;
use azml_tests::sources::{fixtures, yaml_files};
use azml_tests::spec;

const SAFE: FixChoice = FixChoice {
    lowest: Applicability::Safe,
    least: Level::Hint,
    only: None,
};
const ALL: FixChoice = FixChoice {
    lowest: Applicability::Unsafe,
    least: Level::Hint,
    only: None,
};

/// Files in which the best fix of a rule brings an error to light that no finding told before:
/// the loop leaves it out and says so.
const LEFT_OUT: [&str; 0] = [];

/// What is wrong with a file, as far as fixes must not add to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Wrong {
    syntax: usize,
    errors: usize,
    hidden_errors: usize,
}

impl Wrong {
    fn is_worse_than(self, old: Self) -> bool {
        // What was hidden by another finding may show when that is gone.
        let whole = |it: Self| it.errors + it.hidden_errors;
        self.syntax > old.syntax || self.errors > old.errors && whole(self) > whole(old)
    }
}

fn wrong(workspace: &Workspace, path: &str) -> Wrong {
    let is_error = |it: &Diagnostic| {
        // What has to be filled in stands where nothing could be known.
        it.level == Level::Error && it.rule.name != "unfilled-placeholder"
    };
    let analysis = analyze_whole(workspace, path);
    let document = workspace.document(path).expect("it was just there");
    Wrong {
        syntax: document.tree().errors().len(),
        errors: analysis.found.iter().filter(|it| is_error(it)).count(),
        hidden_errors: analysis.hidden_errors(),
    }
}

fn paths(workspace: &Workspace) -> Vec<Arc<str>> {
    workspace.documents().map(|it| it.shared_path()).collect()
}

fn run_fixes(
    workspace: &Workspace,
    requested: Vec<Arc<str>>,
    choice: FixChoice,
) -> (Workspace, Fixed) {
    let mut loaded = Loaded {
        workspace: workspace.clone(),
        requested,
        ..Loaded::default()
    };
    let fixed = fix(&mut loaded, choice);
    (loaded.workspace, fixed)
}

/// What gets worse when all of `workspace` is fixed, and what a second run still changes.
fn faults(workspace: &Workspace, choice: FixChoice) -> Vec<String> {
    let paths = paths(workspace);
    let (after, fixed) = run_fixes(workspace, paths.clone(), choice);
    let mut faults = Vec::new();
    for path in &paths {
        let (old, new) = (wrong(workspace, path), wrong(&after, path));
        if new.is_worse_than(old) {
            let text = after.document(path).map_or("", |it| it.text());
            let found: Vec<String> = analyze(&after, path)
                .iter()
                .map(|it| format!("{}: {}", it.rule.name, it.message))
                .collect();
            faults.push(format!(
                "{path}: {old:?} became {new:?}\n{text}\n{found:#?}"
            ));
        }
    }
    let (again, _) = run_fixes(&after, paths.clone(), choice);
    for path in &paths {
        let [once, twice] = [&after, &again].map(|it| it.document(path).map_or("", |it| it.text()));
        if once != twice {
            faults.push(format!("{path} changes again from\n{once}\nto\n{twice}"));
        }
    }
    let endless = fixed
        .problems
        .iter()
        .filter(|it| it.message.contains("rounds"));
    faults.extend(endless.map(|it| format!("{}: {}", it.path.display(), it.message)));
    faults
}

fn is_fixable(workspace: &Workspace, path: &str) -> bool {
    let found = analyze(workspace, path);
    found.iter().any(|it| !it.fixes.is_empty())
}

/// The workspaces of all specs with something to fix, by what they are called.
fn specs() -> Vec<(String, Workspace)> {
    let mut all = Vec::new();
    for &rule in RULES {
        let markdown = std::fs::read_to_string(root().join(spec::path(rule))).expect("a spec");
        for (heading, workspace) in spec::workspaces(rule.name, &markdown) {
            if paths(&workspace)
                .iter()
                .any(|path| is_fixable(&workspace, path))
            {
                all.push((format!("{}: {heading}", rule.name), workspace));
            }
        }
    }
    all
}

#[test]
fn all_fixes_of_a_spec_make_nothing_worse_and_come_to_an_end() {
    let mut failures = Vec::new();
    for (name, workspace) in specs() {
        let (_, fixed) = run_fixes(&workspace, paths(&workspace), ALL);
        if fixed.problems.is_empty() == LEFT_OUT.contains(&name.as_str()) {
            failures.push(format!("{name}: left out are {:?}", fixed.problems));
        }
        for choice in [SAFE, ALL] {
            let faults = faults(&workspace, choice);
            failures.extend(
                faults
                    .iter()
                    .map(|fault| format!("{name} {choice:?}\n{fault}")),
            );
        }
    }
    assert!(
        failures.is_empty(),
        "{} of them:\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

/// The workspace with `fix` of the file at `path`.
fn with(workspace: &Workspace, path: &str, fix: &Fix) -> Workspace {
    let mut by_path: BTreeMap<&str, Fix> = BTreeMap::new();
    for edit in &fix.edits {
        let own = by_path.entry(edit.path.as_deref().unwrap_or(path));
        let own = own.or_insert_with(|| Fix::safe("", Vec::new()));
        own.edits.push(azml_rules::fix::Edit {
            path: None,
            ..edit.clone()
        });
    }
    let mut after = workspace.clone();
    for (path, fix) in by_path {
        let text = workspace
            .document(path)
            .expect("a file that is edited")
            .text();
        after.insert(Document::new(path, apply(text, [&fix]).0));
    }
    after
}

/// What is wrong with the text after `fix` of `finding`.
fn fault(workspace: &Workspace, path: &str, finding: &Diagnostic, fix: &Fix) -> Option<String> {
    let after = with(workspace, path, fix);
    let same = |it: &&Diagnostic| it.rule == finding.rule && it.message == finding.message;
    let [old, new] = [workspace, &after].map(|it| analyze(it, path).iter().filter(same).count());
    if new >= old {
        return Some("its finding is still there".to_owned());
    }
    // The author chooses among several ways.
    if finding.fixes.first() != Some(fix) {
        return None;
    }
    paths(workspace).into_iter().find_map(|path| {
        let (old, new) = (wrong(workspace, &path), wrong(&after, &path));
        (new.is_worse_than(old)).then(|| format!("{path}: {old:?} became {new:?}"))
    })
}

#[test]
fn each_fix_of_a_spec_does_what_it_says() {
    let mut failures = Vec::new();
    let is_known = |name: &String| LEFT_OUT.contains(&name.as_str());
    for (name, workspace) in specs().into_iter().filter(|(name, _)| !is_known(name)) {
        for path in paths(&workspace) {
            for finding in analyze(&workspace, &path) {
                let fixes = finding.fixes.iter();
                for fix in fixes.filter(|fix| fix.applicability > Applicability::Display) {
                    if let Some(fault) = fault(&workspace, &path, &finding, fix) {
                        let text = with(&workspace, &path, fix);
                        failures.push(format!(
                            "{name}\n{}: {:?} of {}: {fault}\n{}",
                            path,
                            fix.title,
                            finding.rule.name,
                            text.document(&path).unwrap().text()
                        ));
                    }
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of them:\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for folder in ["tour", "pipelines", "computes", "editor"] {
        for path in yaml_files(&fixtures().join(folder)) {
            texts.extend(std::fs::read_to_string(path));
        }
    }
    for (_, workspace) in specs() {
        texts.extend(workspace.documents().map(|it| it.text().to_owned()));
    }
    texts
}

#[test]
fn fixes_of_broken_files_break_nothing_and_come_to_an_end() {
    let rounds = std::env::var("FIX_ROUNDS")
        .ok()
        .and_then(|it| it.parse().ok());
    let texts = texts();
    let mut failures = Vec::new();
    for round in 0..rounds.unwrap_or(500) {
        let mut random = Random::new(round);
        let chosen: &String = random.pick(&texts);
        let text = damaged(chosen, 3, &mut random);
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("file.yml", text.as_str()));
        let faults = faults(&workspace, ALL);
        failures.extend(
            faults
                .iter()
                .map(|fault| format!("round {round} of\n{text}\n{fault}")),
        );
    }
    assert!(
        failures.is_empty(),
        "{} of them:\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

#[test]
fn neither_the_order_of_files_nor_the_threads_matter() {
    let workspace = load(&Request {
        paths: vec![fixtures().join("tour"), fixtures().join("pipelines")],
        ..Request::default()
    })
    .workspace;
    let paths = paths(&workspace);
    let backwards: Vec<Arc<str>> = paths.iter().rev().cloned().collect();
    let texts = |workspace: &Workspace| -> Vec<String> {
        workspace
            .documents()
            .map(|it| it.text().to_owned())
            .collect()
    };
    let expected = texts(&run_fixes(&workspace, paths.clone(), ALL).0);
    assert_ne!(expected, texts(&workspace), "there is something to fix");
    assert_eq!(texts(&run_fixes(&workspace, backwards, ALL).0), expected);
    for threads in [1, 4] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let found = pool.install(|| texts(&run_fixes(&workspace, paths.clone(), ALL).0));
        assert_eq!(found, expected, "{threads} threads");
    }
}
