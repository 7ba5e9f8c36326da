//! Definitions of environments whose place others have taken.

use std::sync::Arc;

use crate::checks::context::Context;
use crate::checks::shared::paths::missing_paths::{is_in_script, page_with, repository};
use crate::document::{Document, Kind, Resource};
use crate::path::{below, file_name, parent};
use crate::syntax::known_text;
use crate::workspace::Workspace;

/// Other definitions that are looked at, to see if a command sends one.
const OTHERS: usize = 100;

/// Returns `true` if nothing here uses the environment that `definition` describes, and something shows why: a command
/// creates another definition of the same name, documents refer to a newer version of it, or a command creates the
/// environment of a folder beside this one and leaves it out.
pub(crate) fn is_superseded(cx: &Context<'_>, definition: &Document) -> bool {
    let workspace = cx.workspace;
    let path = definition.path();
    let Some(name) = definition.get("name").and_then(known_text) else {
        return false;
    };
    if definition.kind() != Some(Kind::Environment)
        || !workspace.commands_on(path).is_empty()
        || workspace.yaml_users(path).next().is_some()
    {
        return false;
    }
    if is_another_sent(
        workspace,
        path,
        workspace.named(path, Resource::Environment, name),
    ) {
        return !is_mentioned(cx, path);
    }
    let references = workspace.references_to(name);
    let is_replaced = if references.is_empty() {
        let others = workspace.members_in_scope(path, Resource::Environment);
        is_another_sent(
            workspace,
            path,
            others.filter(|other| is_sibling(other.path(), path)),
        )
    } else {
        let version = definition.get("version").and_then(known_text);
        version.is_some_and(|version| is_older(version, name, &references))
    };
    is_replaced && !is_mentioned(cx, path) && !is_name_mentioned(cx, name)
}

/// Returns `true` for files of the same name in folders beside each other.
fn is_sibling(one: &str, other: &str) -> bool {
    file_name(one) == file_name(other) && parent(parent(one)) == parent(parent(other))
}

/// Returns `true` if a command creates one of the definitions `others`, apart from that at `path`.
fn is_another_sent<'a>(
    workspace: &Workspace,
    path: &str,
    others: impl Iterator<Item = &'a Arc<Document>>,
) -> bool {
    let others = others.map(|other| other.path());
    let mut others = others.filter(|other| *other != path).take(OTHERS);
    others.any(|other| !workspace.commands_on(other).is_empty())
}

/// Returns `true` if `references` to `name` are to other versions than `version`, and one of them is newer.
fn is_older(version: &str, name: &str, references: &[Box<str>]) -> bool {
    let Ok(own) = version.parse::<u64>() else {
        return false;
    };
    let mut newest = 0;
    for reference in references {
        let referred = reference[name.len()..].strip_prefix(':');
        match referred.and_then(|version| version.parse::<u64>().ok()) {
            Some(referred) if referred != own => newest = newest.max(referred),
            _ => return false,
        }
    }
    newest > own
}

/// Returns `true` if a script or a page mentions the file at `path`, or if the scripts are unknown.
fn is_mentioned(cx: &Context<'_>, path: &str) -> bool {
    let top = repository(cx).top;
    let full = below(&top, path).unwrap_or(path);
    is_in_script(cx, &top, full, |_| true) != Some(false)
        || page_with(cx, &top, file_name(path), |_| true).is_some()
}

/// Returns `true` if a script mentions the name of the environment, or if the scripts are unknown.
fn is_name_mentioned(cx: &Context<'_>, name: &str) -> bool {
    is_in_script(cx, &repository(cx).top, name, |_| true) != Some(false)
}
