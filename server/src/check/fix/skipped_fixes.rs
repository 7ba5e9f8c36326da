//! Messages about fixes that were not applied.

use std::collections::BTreeSet;
use std::path::Path;

use azml_rules::wording::{counted, listed};
use azml_rules::workspace::Workspace;

use super::candidate_fix::{FindingKey, FixChoice, candidates};
use super::fix_check::FindingCounts;
use super::fix_loop::{FixLoop, MAX_ROUNDS};
use crate::loading::Loaded;
use crate::sandbox::FileProblem;

/// Advice for a finding whose fix is left out.
const BY_HAND: &str = "fix these findings by hand";

/// A message for each file with fixes that is not written because of its encoding.
pub(super) fn encodings(state: &FixLoop, loaded: &Loaded, choice: FixChoice) -> Vec<FileProblem> {
    let mut problems = Vec::new();
    let requested = loaded.requested.iter();
    for path in requested.filter(|path| loaded.unwritable.contains(*path)) {
        let found = state.found(&loaded.workspace, path).unwrap_or_default();
        if !candidates(&found.found, choice, |_| true).is_empty() {
            let problem = FileProblem::error(Path::new(&**path), "is UTF-16 and was not fixed");
            problems.push(problem.help("save it as UTF-8 first"));
        }
    }
    problems
}

/// A message for each rule of which something was left out.
pub(super) fn skipped(state: &FixLoop, workspace: &Workspace) -> Vec<FileProblem> {
    let mut problems = Vec::new();
    for (path, file) in &state.files {
        if !file.refused.is_empty() {
            let found = state.found(workspace, path).unwrap_or_default();
            problems.extend(refused(path, &FindingCounts::of(&found), &file.refused));
        }
        if !file.endless.is_empty() {
            problems.push(endless(path, &file.endless));
        }
    }
    problems
}

/// A message for each rule with a finding that is still there because its fix does harm.
fn refused(path: &str, tally: &FindingCounts, keys: &BTreeSet<FindingKey>) -> Vec<FileProblem> {
    let left = keys.iter().filter(|key| tally.count(key) > 0);
    let rules: BTreeSet<&str> = left.map(|key| key.rule).collect();
    let message =
        |rule| format!("a fix of `{rule}` was left out because it would lead to another problem");
    let problems = rules.into_iter();
    problems
        .map(|rule| FileProblem::warning(Path::new(path), message(rule)).help(BY_HAND))
        .collect()
}

fn endless(path: &str, rules: &BTreeSet<&'static str>) -> FileProblem {
    let rules: Vec<String> = rules.iter().map(|rule| format!("`{rule}`")).collect();
    let message = format!(
        "the fixes of {} were left out because they still changed the file after {}",
        listed(&rules),
        counted(MAX_ROUNDS, "round")
    );
    FileProblem::warning(Path::new(path), message).help(BY_HAND)
}
