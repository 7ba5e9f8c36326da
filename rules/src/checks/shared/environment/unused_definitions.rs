//! Definitions of environments that nothing uses any more.

use crate::checks::context::Context;
use crate::checks::shared::paths::mentions::{is_in_script, may_mean};
use crate::checks::shared::paths::repository::repository;
use crate::checks::shared::unknown_senders;
use crate::document::{Document, Kind, Resource};
use crate::path::{below, file_name, parent};
use crate::syntax::known_text;
use crate::workspace::EnvironmentUse;

/// Definitions of the same name that are looked at, to see if a command sends one.
const OTHERS: usize = 20;

/// Returns the note for an environment that nothing seems to use; `None` if something may use it. No script mentions its
/// file, and a command creates it from another file of the same folder, documents refer to newer versions of it only, or
/// they refer to environments with other names only. A script with variables may still send it.
pub(crate) fn note_of_disuse(cx: &Context<'_>, definition: &Document) -> Option<&'static str> {
    let (workspace, path) = (cx.workspace, definition.path());
    let name = definition.get("name").and_then(known_text)?;
    if definition.kind() != Some(Kind::Environment)
        || !workspace.commands_on(path).is_empty()
        || workspace.yaml_users(path).next().is_some()
    {
        return None;
    }
    let top = repository(cx).top;
    let full = below(&top, path).unwrap_or(path);
    if has_copy(cx, path, name) || is_older(cx, definition, name) {
        let is_mentioned = is_in_script(cx, &top, full, |_| true);
        return (is_mentioned == Some(false)).then_some(
            "another definition seems to have taken its place: no file here refers to this one",
        );
    }
    (is_passed_over(cx, definition, name) && !is_file_mentioned(cx, &top, full))
        .then_some("the files here use other environments, and none of them names this one")
}

/// Returns `true` if a command creates the environment `name` from another file in the folder of `path`.
fn has_copy(cx: &Context<'_>, path: &str, name: &str) -> bool {
    let same = cx.workspace.named(path, Resource::Environment, name);
    let beside = same
        .map(|other| other.path())
        .filter(|other| *other != path && parent(other) == parent(path));
    let mut beside = beside.take(OTHERS);
    beside.any(|other| !cx.workspace.commands_on(other).is_empty())
}

/// Returns `true` if documents refer to newer versions of the environment only, and no script or page mentions its name.
fn is_older(cx: &Context<'_>, definition: &Document, name: &str) -> bool {
    let version = definition.get("version").and_then(known_text);
    let Some(own) = version.and_then(|version| version.parse::<u64>().ok()) else {
        return false;
    };
    let references = cx.workspace.environment_references(name);
    let mut referred = references.iter().map(|reference| {
        let version = reference[name.len()..].strip_prefix(':');
        version.and_then(|version| version.parse::<u64>().ok())
    });
    let is_newer = |version: Option<u64>| version.is_some_and(|version| version > own);
    !references.is_empty() && referred.all(is_newer) && !is_mentioned(cx, name)
}

/// Returns `true` if documents refer to environments, but not to this one, and no script or page mentions its name.
fn is_passed_over(cx: &Context<'_>, definition: &Document, name: &str) -> bool {
    let workspace = cx.workspace;
    let is_alone = || {
        let mut same = workspace.named(definition.path(), Resource::Environment, name);
        same.all(|other| other.path() == definition.path())
    };
    let top = repository(cx).top;
    workspace.environment_references(name).is_empty()
        && is_alone()
        && workspace.environment_use(&top) == EnvironmentUse::Known
        && !is_mentioned(cx, name)
        && !unknown_senders::may_send(cx, Kind::Environment)
}

/// Returns `true` if a script or a page mentions `name`. The search doesn't find words, only names that look like those of
/// files, so that others count as mentioned.
fn is_mentioned(cx: &Context<'_>, name: &str) -> bool {
    let top = repository(cx).top;
    let found = cx.workspace.all_mentions(cx.document.path(), &top, name);
    !name.contains(['.', '_', '-']) || found.is_none_or(|found| !found.is_empty())
}

/// Returns `true` if a script or a page may mention the file at `path`, relative to `top`.
fn is_file_mentioned(cx: &Context<'_>, top: &str, path: &str) -> bool {
    let found = cx
        .workspace
        .all_mentions(cx.document.path(), top, file_name(path));
    found.is_none_or(|found| found.iter().any(|mention| may_mean(mention, path)))
}
