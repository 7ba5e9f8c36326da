//! Refactorings: code actions that do not belong to a finding.
//!
//! Invariants: a part that moves keeps its meaning, and comments stay; a job that changes its
//! compute or gets a schedule is otherwise unchanged; a refactoring causes no new finding at the
//! level of a warning or above. If that is not certain, nothing is offered.
//!
//! A [`refactoring`] may create a [`new_file`]. [`component`], [`default_compute`] and [`as_step`]
//! extract, [`inline`] reverses [`component`], [`run_on`] (with [`targets`]), [`schedule`] and
//! [`script_inputs`] rewrite; [`moved`] checks moved text. [`rename`] and [`file_rename`] are requests
//! of their own.

mod as_step;
mod component;
mod default_compute;
pub mod file_rename;
mod inline;
mod moved;
mod new_file;
mod refactoring;
pub mod rename;
mod run_on;
mod schedule;
mod script_inputs;
mod targets;

use azml_rules::document::Kind;
use azml_rules::syntax::{Node, NodeKind};
use azml_rules::text::TextRange;

use super::Site;
pub use refactoring::{NewFile, Refactoring, RefactoringSort};

/// Top-level keys at which the refactorings of the whole file are offered.
const INTRODUCTION: [&str; 5] = ["$schema", "type", "name", "display_name", "experiment_name"];

/// Keys of a step's definition and compute, and those of a pipeline that affect all its steps.
const RUNS: [&str; 6] = [
    "command",
    "component",
    "compute",
    "inputs",
    "jobs",
    "settings",
];

/// Returns the refactorings that pass the arguments which the script of the command at `cursor` needs.
pub fn argument_fixes(site: &Site<'_>, cursor: u32) -> Vec<Refactoring> {
    if !site.document.tree().errors().is_empty() || !site.document.template_markers().is_empty() {
        return Vec::new();
    }
    let found = script_inputs::refactorings(site, cursor).into_iter();
    found.filter(|change| change.is_clean(site)).collect()
}

/// Returns the refactorings at the start of the selection `at`.
pub fn refactorings(site: &Site<'_>, at: TextRange) -> Vec<Refactoring> {
    // In a file with syntax errors the effect of an edit is unknown.
    if !site.document.tree().errors().is_empty() || !site.document.template_markers().is_empty() {
        return Vec::new();
    }
    let (mut found, mut changes) = (Vec::new(), run_on::refactorings(site, at.start));
    if may_be_at_step(site, at.start) {
        found.extend(of_step(site, at.start));
        changes.extend(script_inputs::refactorings(site, at.start));
    }
    if is_introduction(site, at.start) {
        changes.extend(schedule::refactoring(site));
        changes.extend(as_step::refactoring(site));
    }
    found.extend(changes.into_iter().filter(|change| change.is_clean(site)));
    found
}

/// Returns the refactorings that move parts between a step, its pipeline and other files.
fn of_step(site: &Site<'_>, cursor: u32) -> Vec<Refactoring> {
    let mut found = Vec::new();
    if matches!(
        site.document.kind(),
        Some(Kind::JobPipeline | Kind::ComponentPipeline)
    ) {
        found.extend(default_compute::extract(site, cursor));
        found.extend(component::extract(site, cursor));
    }
    found.extend(inline::refactoring(site, cursor));
    found
}

/// Returns `true` if the cursor may be on the name of a step or on one of the keys in [`RUNS`].
/// Other positions are rejected without building the semantic model of the pipeline.
fn may_be_at_step(site: &Site<'_>, cursor: u32) -> bool {
    let (tree, text) = (site.document.tree(), site.document.text());
    // Between a key and its value, the key counts.
    let before = TextRange::new(0, cursor).slice(text);
    let before = before.trim_end_matches(|c: char| c == ':' || c.is_whitespace());
    let places = [cursor, u32::try_from(before.len()).unwrap_or(cursor)];
    let nodes = places.into_iter().filter_map(|at| tree.node_at(at));
    let parts = nodes.filter(|node| !matches!(node.kind(), NodeKind::Mapping | NodeKind::Sequence));
    let mut keys = parts.filter_map(|node| node.key().or(Some(node).filter(|node| node.is_key())));
    keys.any(|key| key.text().is_some_and(|name| RUNS.contains(&name)) || is_step(key))
}

/// Returns `true` if `key` may be the name of a step; a mapping with an anchor may be an alias's target.
fn is_step(key: Node<'_>) -> bool {
    let steps = key.parent();
    steps.is_some_and(|steps| {
        let section = steps.key().and_then(Node::text);
        steps.anchor().is_some() || section == Some("jobs")
    })
}

/// Returns `true` if the cursor is on one of the keys in [`INTRODUCTION`].
fn is_introduction(site: &Site<'_>, cursor: u32) -> bool {
    let root = site.document.root();
    let entries = INTRODUCTION.iter().filter_map(|key| root?.entry(key));
    let kind = site.document.kind();
    kind.is_some_and(|kind| kind.is_job() || kind.is_component())
        && entries
            .into_iter()
            .any(|entry| entry.range().touches(cursor))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use azml_rules::document::Document;
    use azml_rules::workspace::Workspace;

    use super::*;

    const COMPONENT: &str =
        "type: command\nname: c\nversion: 1\ncommand: echo\nenvironment: azureml:e:1\n";
    const PIPELINE: &str = "\
type: pipeline
settings: {default_datastore: azureml:d}
shared: &shared
  kept: {type: command, command: echo, environment: azureml:e:1, compute: azureml:cpu}
jobs:
  <<: *shared
  first:
    type: command
    component:  ./c.yml
    compute: azureml:cpu
    limits: {timeout: 3600}
  second:
    type: command
    command:
      echo 1
    environment: azureml:e:1
    compute  :  azureml:cpu
";

    #[test]
    fn a_pipeline_is_read_wherever_a_step_can_be_rewritten() {
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("c.yml", COMPONENT));
        for text in [PIPELINE, &PIPELINE.replace("  <<: *shared\n", "")] {
            let document = Arc::new(Document::new("p.yml", text));
            workspace.insert(document.clone());
            let site = Site::new(&document, &workspace, "", &|_| None);
            let (mut offered, mut passed_over) = (0, 0);
            for cursor in 0..=u32::try_from(text.len()).unwrap() {
                let found = of_step(&site, cursor).len();
                let is_asked = may_be_at_step(&site, cursor);
                assert!(found == 0 || is_asked, "at {cursor}: {found}");
                offered += found;
                passed_over += usize::from(!is_asked);
            }
            assert!(offered > 10 && passed_over > 50, "{offered}, {passed_over}");
        }
    }
}
