//! Extracts the compute of several steps to `settings.default_compute`.
//!
//! A default also applies to the steps that name no compute, and to those of nested pipelines. So
//! it is offered only if all of them name one, or run on the same one today.

use azml_rules::document::Kind;
use azml_rules::expression::{Pipeline, Program, Step, StepKind};
use azml_rules::fix::{self, Edit};
use azml_rules::syntax::{Entry, Node, NodeKind, known_text};
use azml_rules::text::TextRange;

use super::refactoring::{Refactoring, RefactoringSort};
use crate::Site;

/// Returns the refactoring if the cursor is on the compute of a step, on `jobs` or on `settings`.
pub(crate) fn extract(site: &Site<'_>, cursor: u32) -> Option<Refactoring> {
    let program = site.program();
    let root = site
        .document
        .root()
        .filter(|_| site.document.kind() == Some(Kind::JobPipeline))?;
    let pipeline = program
        .pipelines
        .first()
        .filter(|pipeline| pipeline.node == root && !pipeline.open)?;
    let value = chosen(root, pipeline, cursor)?;
    let steps: Vec<Entry<'_>> = pipeline
        .steps
        .iter()
        .filter_map(|step| repeated(step, value))
        .collect();
    let all_stay = pipeline
        .steps
        .iter()
        .all(|step| stays(program, pipeline, step, value));
    if steps.len() < 2 || !all_stay {
        return None;
    }
    let mut edits = vec![set_default(root, value)?];
    edits.extend(steps.iter().map(|entry| remove(*entry)));
    edits.sort_by_key(|edit| edit.range);
    let title = format!(
        "Extract `{value}` of {} steps to `settings.default_compute`",
        steps.len()
    );
    Some(Refactoring {
        sort: RefactoringSort::Extract,
        title,
        edits,
        new_files: Vec::new(),
    })
}

/// Returns the compute to extract: the one at the cursor, or the one that most steps write.
fn chosen<'a>(root: Node<'a>, pipeline: &Pipeline<'a>, cursor: u32) -> Option<&'a str> {
    let mut computes: Vec<&str> = Vec::new();
    for entry in pipeline.steps.iter().filter_map(written_compute) {
        let Some(value) = usable(entry.value) else {
            continue;
        };
        if entry.range().touches(cursor) {
            return Some(value);
        }
        computes.push(value);
    }
    let keys = ["jobs", "settings"].map(|key| root.entry(key));
    let mut ranges = keys.iter().flatten().map(|entry| entry.key.range());
    if !ranges.any(|range| range.touches(cursor)) {
        return None;
    }
    // Of several the first in the file.
    let mut best: Option<(usize, &str)> = None;
    for value in &computes {
        let times = computes.iter().filter(|other| *other == value).count();
        if best.is_none_or(|(most, _)| times > most) {
            best = Some((times, *value));
        }
    }
    best.map(|(_, value)| value)
}

/// Returns the text of a compute that is valid in `default_compute` unchanged.
fn usable(node: Node<'_>) -> Option<&str> {
    let text = known_text(node)?;
    let plain =
        node.anchor().is_none() && node.raw() == node.raw().trim() && !node.raw().contains('\n');
    (plain && (text.starts_with("azureml:") || text == "serverless")).then_some(text)
}

/// Returns the step's own compute entry.
fn written_compute<'a>(step: &Step<'a>) -> Option<Entry<'a>> {
    step.node
        .entry("compute")
        .filter(|entry| !entry.value.is_null())
}

/// Returns the compute entry of a step that can be removed: not shared through an anchor.
fn repeated<'a>(step: &Step<'a>, value: &str) -> Option<Entry<'a>> {
    let is_shared = step.node.anchor().is_some() || step.key.value_of_key() != Some(step.node);
    let is_group = step.kind == StepKind::Pipeline || step.node.entries().count() < 2;
    written_compute(step)
        .filter(|entry| !is_shared && !is_group && usable(entry.value) == Some(value))
}

/// Returns `true` if `step` runs on the same compute as before once the default is `value`.
fn stays(program: &Program<'_>, pipeline: &Pipeline<'_>, step: &Step<'_>, value: &str) -> bool {
    if step.kind == StepKind::Control {
        return true;
    }
    let component = step.node.get("component");
    let is_it = |inner: &&Pipeline<'_>| inner.node == step.node || Some(inner.node) == component;
    if let Some(inner) = program.pipelines.iter().find(is_it) {
        let has_default = inner
            .node
            .get_path(&["settings", "default_compute"])
            .is_some_and(|node| !node.is_null());
        return has_default
            || inner
                .steps
                .iter()
                .all(|step| stays(program, inner, step, value));
    }
    // The compute of the steps in another file is defined by that file.
    let document = step
        .callee
        .interface()
        .and_then(|interface| interface.document);
    if document.is_some_and(|document| document.kind() == Some(Kind::ComponentPipeline)) {
        return false;
    }
    let written = step.node.get("compute").filter(|node| !node.is_null());
    written.is_some() || pipeline.node.get("compute").and_then(known_text) == Some(value)
}

/// Returns the edit that writes the default into `settings`, which is created if missing.
fn set_default(root: Node<'_>, value: &str) -> Option<Edit> {
    let Some(entry) = root.entry("settings") else {
        if root.get("settings").is_some() {
            return None;
        }
        let entry = format!("default_compute: {value}\n");
        return fix::add_entry(root, "settings", &entry, &["inputs", "outputs", "jobs"]);
    };
    let written = entry.value.kind() == NodeKind::Mapping || entry.value.is_null();
    let is_unset =
        written && entry.value.get("default_compute").is_none() && entry.value.anchor().is_none();
    if is_unset {
        fix::add_below(entry, "default_compute", value)
    } else {
        None
    }
}

/// Removes an entry; a comment on its line stays.
fn remove(entry: Entry<'_>) -> Edit {
    let comment = entry.key.tree().comment_on_line(entry.range().end);
    match comment.filter(|comment| {
        comment.start >= entry.range().end && entry.key.parent().is_some_and(|it| !it.is_flow())
    }) {
        Some(comment) => Edit::new(
            TextRange::new(entry.range().start, comment.start),
            String::new(),
        ),
        None => fix::remove_entry(entry),
    }
}
