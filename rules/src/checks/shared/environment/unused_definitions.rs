//! Definitions of environments that nothing uses any more.

use crate::checks::context::Context;
use crate::checks::shared::paths::mentions::is_in_script;
use crate::checks::shared::paths::repository::repository;
use crate::document::{Document, Kind, Resource};
use crate::path::{below, parent};
use crate::syntax::known_text;

/// Definitions of the same name that are looked at, to see if a command sends one.
const OTHERS: usize = 20;

/// Returns `true` if no script mentions the file of the environment that `definition` describes, and others are used: a
/// command creates the environment from another file of the same folder, documents refer to newer versions of it only, or
/// they refer to environments with other names only. A script with variables may still send it.
pub(crate) fn is_unused(cx: &Context<'_>, definition: &Document) -> bool {
    let (workspace, path) = (cx.workspace, definition.path());
    let Some(name) = definition.get("name").and_then(known_text) else {
        return false;
    };
    let is_unmentioned = || {
        let top = repository(cx).top;
        let full = below(&top, path).unwrap_or(path);
        is_in_script(cx, &top, full, |_| true) == Some(false)
    };
    definition.kind() == Some(Kind::Environment)
        && workspace.commands_on(path).is_empty()
        && workspace.yaml_users(path).next().is_none()
        && (has_copy(cx, path, name)
            || is_older(cx, definition, name)
            || is_passed_over(cx, definition, name))
        && is_unmentioned()
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
    workspace.refers_to_environments()
        && workspace.environment_references(name).is_empty()
        && is_alone()
        && !is_mentioned(cx, name)
}

/// Returns `true` if a script or a page mentions `name`. The search doesn't find words, only names that look like those of
/// files, so that others count as mentioned.
fn is_mentioned(cx: &Context<'_>, name: &str) -> bool {
    let top = repository(cx).top;
    let found = cx.workspace.mentions(cx.document.path(), &top, name);
    !name.contains(['.', '_', '-']) || found.is_none_or(|found| !found.is_empty())
}
