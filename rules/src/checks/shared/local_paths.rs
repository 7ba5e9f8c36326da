//! The local paths that a document names: code, components, conda files, build contexts, data.

use std::collections::{HashMap, HashSet};

use crate::checks::context::Context;
use crate::path::{self, has_drive};
use crate::schema::SchemaFault;
use crate::syntax::{Node, NodeId, known_text};

/// A value that the client reads as a path of this machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalPath<'a> {
    /// The name of its key.
    pub(crate) key: &'static str,
    /// The value.
    pub(crate) node: Node<'a>,
    /// Its text.
    pub(crate) text: &'a str,
    /// The folder that it counts from, if that is not the one of the document.
    folder: Option<&'a str>,
}

impl<'a> LocalPath<'a> {
    /// How it is spelled on the disk, where only the letter case differs.
    pub(crate) fn spelled(&self, cx: &Context<'a>) -> Option<String> {
        let from = cx.document.path();
        let Some(folder) = self.folder else {
            return cx.workspace.spelled_on_disk(from, self.text);
        };
        let folder = path::inside(folder, "");
        let spelled = cx
            .workspace
            .spelled_on_disk(from, &format!("{folder}{}", self.text))?;
        // Where the folder itself is spelled otherwise, it has its own finding.
        Some(spelled.strip_prefix(&folder)?.to_owned())
    }
}

/// The local paths of a document, found by their values.
pub(crate) struct LocalPaths<'a> {
    /// In the order of the file.
    all: Vec<LocalPath<'a>>,
    by_value: HashMap<NodeId, LocalPath<'a>>,
    /// The values where nothing stands, so that this is reported already.
    missing: HashSet<NodeId>,
}

/// Keys whose values are paths, if they are not references.
const KEYS: [&str; 6] = [
    "code",
    "component",
    "conda_file",
    "job",
    "scoring_script",
    "trial",
];

/// Mappings whose `path` is one, if it is no reference.
const OWNERS: [&str; 7] = [
    "AnonymousModel",
    "BuildContext",
    "Data",
    "DataInput",
    "MLTableInput",
    "Model",
    "ModelInput",
];

/// The local paths in the document, in the order of the file.
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

/// Whether nothing stands where `node` says, so that this is reported already.
pub(crate) fn is_missing(cx: &Context<'_>, node: Node<'_>) -> bool {
    indexed(cx).missing.contains(&node.id())
}

/// Whether `node` is only spelled in another letter case than on the disk: then nothing is missing,
/// and another rule says so.
pub(crate) fn is_misspelled<'a>(cx: &Context<'a>, node: Node<'a>) -> bool {
    let path = indexed(cx).by_value.get(&node.id());
    path.is_some_and(|path| path.spelled(cx).is_some())
}

fn is_local(text: &str) -> bool {
    let is_resource = text.starts_with("/subscriptions/") || text.starts_with("//");
    !text.is_empty() && !is_resource && (!text.contains(':') || has_drive(text))
}
