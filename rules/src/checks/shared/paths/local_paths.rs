//! The local paths that a document names: code, components, conda files, build contexts, data.

use std::collections::{HashMap, HashSet};

use crate::document::Document;
use crate::path::{self, has_drive};
use crate::schema::{Judgement, SchemaFault};
use crate::syntax::{Node, NodeId, known_text};
use crate::workspace::Workspace;

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
    pub(crate) fn spelled(&self, workspace: &Workspace, from: &str) -> Option<String> {
        let Some(folder) = self.folder else {
            return workspace.spelled_on_disk(from, self.text);
        };
        let folder = path::inside(folder, "");
        let spelled = workspace.spelled_on_disk(from, &format!("{folder}{}", self.text))?;
        // A folder whose own spelling differs has its own finding.
        Some(spelled.strip_prefix(&folder)?.to_owned())
    }
}

/// The local paths of a document, indexed by their values.
pub(crate) struct LocalPaths<'a> {
    /// In the order of the file.
    pub(crate) all: Vec<LocalPath<'a>>,
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

impl<'a> LocalPaths<'a> {
    /// Returns the local paths in `document`.
    pub(crate) fn new(document: &'a Document, judgement: &'a Judgement<'a>) -> Self {
        let all = find(document, judgement);
        let problems = judgement.problems.iter();
        let missing = problems.filter(|it| matches!(it.fault, SchemaFault::MissingFile { .. }));
        Self {
            by_value: all.iter().map(|path| (path.node.id(), *path)).collect(),
            missing: missing.map(|problem| problem.at.id()).collect(),
            all,
        }
    }

    /// Returns the local path that `node` contains.
    pub(crate) fn at(&self, node: Node<'_>) -> Option<&LocalPath<'a>> {
        self.by_value.get(&node.id())
    }

    /// Returns `true` if the path in `node` doesn't exist. Another rule reports that.
    pub(crate) fn is_missing(&self, node: Node<'_>) -> bool {
        self.missing.contains(&node.id())
    }
}

fn find<'a>(document: &'a Document, judgement: &Judgement<'a>) -> Vec<LocalPath<'a>> {
    let tree = document.tree();
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
        let text = known_text(node).map(|text| match text.strip_prefix("file://") {
            Some(path) if path.starts_with('/') => path,
            _ => text,
        });
        if let Some(text) = text.filter(|text| !is_known && is_local(text)) {
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

fn is_local(text: &str) -> bool {
    let is_resource = text.starts_with("/subscriptions/") || text.starts_with("//");
    !text.is_empty() && !is_resource && (!text.contains(':') || has_drive(text))
}
