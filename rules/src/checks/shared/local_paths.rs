//! The local paths that a document names: code, components, conda files, build contexts, data.

use std::collections::{HashMap, HashSet};

use crate::checks::context::Context;
use crate::path::{self, has_drive};
use crate::schema::SchemaFault;
use crate::syntax::{Node, NodeId, known_text};

/// A value that the client reads as a path on the local machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalPath<'a> {
    /// The name of its key.
    pub(crate) key: &'static str,
    /// The value.
    pub(crate) node: Node<'a>,
    /// Its text.
    pub(crate) text: &'a str,
    /// The folder that the path is relative to, if it isn't that of the document.
    folder: Option<&'a str>,
}

impl<'a> LocalPath<'a> {
    /// Returns the spelling on disk, if only the letter case differs.
    pub(crate) fn spelled(&self, cx: &Context<'a>) -> Option<String> {
        let from = cx.document.path();
        let Some(folder) = self.folder else {
            return cx.workspace.spelled_on_disk(from, self.text);
        };
        let folder = path::inside(folder, "");
        let spelled = cx
            .workspace
            .spelled_on_disk(from, &format!("{folder}{}", self.text))?;
        // A folder whose own spelling differs has its own finding.
        Some(spelled.strip_prefix(&folder)?.to_owned())
    }
}

/// The local paths of a document, indexed by their values.
pub(crate) struct LocalPaths<'a> {
    /// In the order of the file.
    all: Vec<LocalPath<'a>>,
    by_value: HashMap<NodeId, LocalPath<'a>>,
    /// The values whose paths don't exist. Another rule reports those.
    missing: HashSet<NodeId>,
}

/// Keys whose values are paths, unless they are references.
const KEYS: [&str; 6] = [
    "code",
    "component",
    "conda_file",
    "job",
    "scoring_script",
    "trial",
];

/// Mappings whose `path` is a local path, unless it is a reference.
const OWNERS: [&str; 7] = [
    "AnonymousModel",
    "BuildContext",
    "Data",
    "DataInput",
    "MLTableInput",
    "Model",
    "ModelInput",
];

/// Returns the local paths in the document, in the order of the file.
pub(crate) fn local_paths<'a>(cx: &Context<'a>) -> &'a [LocalPath<'a>] {
    &indexed(cx).all
}

fn indexed<'a>(cx: &Context<'a>) -> &'a LocalPaths<'a> {
    cx.local_paths().get(cx.workspace, || {
        let all = find(cx);
        let problems = cx.judgement().problems.iter();
        let missing = problems.filter(|it| matches!(it.fault, SchemaFault::MissingFile { .. }));
        LocalPaths {
            by_value: all.iter().map(|path| (path.node.id(), *path)).collect(),
            missing: missing.map(|problem| problem.at.id()).collect(),
            all,
        }
    })
}

fn find<'a>(cx: &Context<'a>) -> Vec<LocalPath<'a>> {
    let tree = cx.document.tree();
    let judgement = cx.judgement();
    let mut found: Vec<LocalPath<'a>> = Vec::new();
    for (id, field) in &judgement.fields {
        let is_path = field.name == "path";
        if !is_path && !KEYS.contains(&field.name) {
            continue;
        }
        let key = tree.node(*id);
        let owner = key.parent().and_then(|node| judgement.mapping_type(node));
        if is_path && !owner.is_some_and(|owner| OWNERS.contains(&owner.name)) {
            continue;
        }
        let Some(node) = key.value_of_key().map(Node::resolved) else {
            continue;
        };
        let is_known = found.last().is_some_and(|last| last.node == node);
        if let Some(text) = known_text(node).filter(|text| !is_known && is_local(text)) {
            let folder = match field.name {
                "scoring_script" => key.parent().and_then(|node| node.get("code")),
                _ => None,
            };
            found.push(LocalPath {
                key: field.name,
                node,
                text,
                folder: folder.and_then(known_text),
            });
        }
    }
    found
}

/// Returns `true` if the path in `node` doesn't exist. Another rule reports that.
pub(crate) fn is_missing(cx: &Context<'_>, node: Node<'_>) -> bool {
    indexed(cx).missing.contains(&node.id())
}

/// Returns `true` if `node` differs from the path on disk only in letter case: the file exists, and
/// another rule reports the spelling.
pub(crate) fn is_misspelled<'a>(cx: &Context<'a>, node: Node<'a>) -> bool {
    let path = indexed(cx).by_value.get(&node.id());
    path.is_some_and(|path| path.spelled(cx).is_some())
}

fn is_local(text: &str) -> bool {
    let is_resource = text.starts_with("/subscriptions/") || text.starts_with("//");
    !text.is_empty() && !is_resource && (!text.contains(':') || has_drive(text))
}
