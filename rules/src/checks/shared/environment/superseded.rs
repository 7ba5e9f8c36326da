//! Definitions of environments whose place others have taken.

use crate::checks::context::Context;
use crate::checks::shared::paths::repository::repository;
use crate::document::{Document, Kind, Resource};
use crate::path::{file_name, parent};
use crate::syntax::known_text;

/// Returns `true` if nothing here mentions the file of the environment that `definition` describes, and something shows
/// why: a command creates the environment from another file of the same folder, or documents refer to newer versions of
/// it only.
pub(crate) fn is_superseded(cx: &Context<'_>, definition: &Document) -> bool {
    let (workspace, path) = (cx.workspace, definition.path());
    let Some(name) = definition.get("name").and_then(known_text) else {
        return false;
    };
    definition.kind() == Some(Kind::Environment)
        && (has_copy(cx, path, name) || is_older(cx, definition, name))
        && workspace.mentioning_files(path).is_empty()
        && workspace.yaml_users(path).next().is_none()
        && is_unmentioned(cx, file_name(path))
}

/// Returns `true` if a command creates the environment `name` from another file in the folder of `path`.
fn has_copy(cx: &Context<'_>, path: &str, name: &str) -> bool {
    let same = cx.workspace.named(path, Resource::Environment, name);
    let beside = same
        .map(|other| other.path())
        .filter(|other| *other != path && parent(other) == parent(path));
    let mut beside = beside.peekable();
    beside.peek().is_some() && beside.any(|other| !cx.workspace.commands_on(other).is_empty())
}

/// Returns `true` if documents refer to newer versions of the environment only, and no script mentions its name.
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
    // The search in scripts doesn't find words, only names that look like those of files.
    let is_searchable = name.contains(['.', '_', '-']);
    is_searchable
        && !references.is_empty()
        && referred.all(|version| version.is_some_and(|version| version > own))
        && is_unmentioned(cx, name)
}

/// Returns `true` if no script or page of the repository mentions `name`.
fn is_unmentioned(cx: &Context<'_>, name: &str) -> bool {
    let top = repository(cx).top;
    let found = cx.workspace.mentions(cx.document.path(), &top, name);
    found.is_some_and(|found| found.is_empty())
}
