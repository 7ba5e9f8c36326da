//! Fields that take a path: what it leads to, and what it is relative to.

use azml_rules::document::{Kind, Resource, ResourcePosition, ResourceUse};
use azml_rules::syntax::{Node, NodeKind, known_text};

use crate::Site;
use crate::completion::stand_in::StandIn;

/// The files and folders that a field accepts.
pub(super) enum PathTarget {
    /// Documents of these kinds: `component/command`, `job/*`.
    Documents(Vec<String>),
    /// Folders only.
    Folder,
    /// Files with these suffixes; any file if empty.
    Files(&'static [&'static str]),
    /// Conda files.
    Conda,
    /// Files and folders.
    Any,
}

/// A field that takes a path.
pub(super) struct PathField {
    pub(super) target: PathTarget,
    /// The folder that paths are relative to, itself relative to the file; empty if it is the
    /// file's own folder.
    pub(super) base: String,
}

impl PathField {
    /// Creates a field whose paths are relative to the file.
    pub(super) fn beside_file(target: PathTarget) -> Self {
        Self {
            target,
            base: String::new(),
        }
    }
}

/// Returns the field that contains `stand_in`.
pub(super) fn place(
    site: &Site<'_>,
    stand_in: &StandIn,
    used: Option<ResourceUse>,
    prefix: &str,
) -> Option<PathField> {
    let node = stand_in.node()?;
    let item = node
        .parent()
        .filter(|list| list.kind() == NodeKind::Sequence);
    let key = item.unwrap_or(node).key()?.text()?;
    let mapping = item.unwrap_or(node).parent()?;
    let section = mapping.key().and_then(Node::text);
    match (key, section) {
        ("conda_file", _) => Some(PathField::beside_file(PathTarget::Conda)),
        ("scoring_script" | "entry_script", _) => {
            in_folder(mapping.get("code"), PathTarget::Files(&["py"]))
        }
        ("file", Some("entry")) => {
            in_folder(mapping.parent()?.get("code"), PathTarget::Files(&["py"]))
        }
        ("py_files", _) => in_folder(
            mapping.get("code"),
            PathTarget::Files(&["py", "zip", "egg", "whl"]),
        ),
        ("jars", _) => in_folder(mapping.get("code"), PathTarget::Files(&["jar"])),
        ("dockerfile_path", Some("build")) => {
            in_folder(mapping.get("path"), PathTarget::Files(&["Dockerfile"]))
        }
        ("path", Some("build")) | ("code", _) => Some(PathField::beside_file(PathTarget::Folder)),
        ("additional_includes", _) => Some(PathField::beside_file(PathTarget::Any)),
        ("path_on_compute", _) => None,
        ("path", _) if is_input_path(used) || is_asset(site) => Some(PathField::beside_file(
            match mapping.get("type").and_then(Node::text) {
                Some("uri_file") => PathTarget::Files(&[]),
                Some("uri_folder" | "mltable") => PathTarget::Folder,
                _ => PathTarget::Any,
            },
        )),
        _ => by_schema(site, stand_in, node, used, prefix),
    }
}

fn is_input_path(used: Option<ResourceUse>) -> bool {
    used.is_some_and(|used| used.position == ResourcePosition::InputPath)
}

/// Creates a field whose paths are relative to the folder named by another key.
fn in_folder(folder: Option<Node<'_>>, target: PathTarget) -> Option<PathField> {
    let base = folder.and_then(known_text)?;
    (!base.contains(':')).then(|| PathField {
        target,
        base: base.to_owned(),
    })
}

/// Returns `true` if the document is an asset with a `path`.
fn is_asset(site: &Site<'_>) -> bool {
    matches!(
        site.document.kind(),
        Some(Kind::Data | Kind::Model | Kind::Code)
    )
}

fn by_schema(
    site: &Site<'_>,
    stand_in: &StandIn,
    node: Node<'_>,
    used: Option<ResourceUse>,
    prefix: &str,
) -> Option<PathField> {
    let changed = stand_in.site(site);
    let loads = changed.judgement().files_for(node);
    let resource = used.map(|used| used.resource);
    let is_trial = used.is_some_and(|used| used.position == ResourcePosition::Trial);
    let is_step = resource == Some(Resource::Component);
    if loads.contains(&"") {
        return Some(PathField::beside_file(PathTarget::Any));
    }
    if is_step && loads != ["component/pipeline"] && (prefix.is_empty() || !loads.is_empty()) {
        let named = node
            .parent()
            .and_then(|step| step.get("type"))
            .and_then(known_text);
        let kind = match named {
            _ if is_trial => "component/command".to_owned(),
            Some(named) if named != "sweep" => format!("component/{named}"),
            _ => "component/*".to_owned(),
        };
        return Some(PathField::beside_file(PathTarget::Documents(vec![kind])));
    }
    if !loads.is_empty() {
        return Some(PathField::beside_file(PathTarget::Documents(
            loads.into_iter().map(str::to_owned).collect(),
        )));
    }
    let kinds = match resource {
        Some(Resource::Environment) => "environment",
        Some(Resource::Model) => "model",
        _ => return None,
    };
    if prefix.is_empty() {
        return None;
    }
    Some(PathField::beside_file(PathTarget::Documents(vec![
        kinds.to_owned(),
    ])))
}
