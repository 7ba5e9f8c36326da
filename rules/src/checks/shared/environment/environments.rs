//! The environments that a document writes, and the build context and Dockerfile of those that are
//! built from one.

use crate::checks::context::Context;
use crate::document::Kind;
use crate::path;
use crate::syntax::{Entry, Node, NodeKind, known_text};
use crate::workspace::OnDisk;

/// The `build` of an environment whose context is a local folder.
#[derive(Clone, Copy)]
pub(crate) struct Build<'a> {
    /// The value that names the folder.
    pub(crate) path: Node<'a>,
    /// The folder, relative to the file.
    pub(crate) folder: &'a str,
    /// The value that names the Dockerfile.
    pub(crate) named: Option<Node<'a>>,
    /// The Dockerfile, relative to the folder.
    pub(crate) dockerfile: &'a str,
}

/// The Dockerfile that is used if `dockerfile_path` is missing.
const DEFAULT: &str = "Dockerfile";

/// Returns the reference to the environment that an inline one with nothing but a name is meant to be.
pub(crate) fn registered_name(environment: Node<'_>) -> Option<String> {
    environment.key()?;
    let is_about = |entry: Entry<'_>| {
        let key = entry.key.text();
        key.is_some_and(|key| ["name", "version", "description", "tags"].contains(&key))
    };
    let name = known_text(environment.get("name")?)?;
    environment
        .entries()
        .all(is_about)
        .then(|| reference_to(name, environment))
}

/// Returns the reference in `id` or `name` of an inline environment: it should be the value of `environment`.
pub(crate) fn written_reference(environment: Node<'_>) -> Option<String> {
    environment.key()?;
    let id = environment.get("id").and_then(Node::text);
    match id {
        Some(id) if id.starts_with("azureml:") => return Some(id.to_owned()),
        Some(id) if id.starts_with("/subscriptions/") => return Some(format!("azureml:{id}")),
        _ => {}
    }
    let name = environment.get("name").and_then(known_text);
    let name = name.filter(|name| name.starts_with("azureml:"))?;
    Some(reference_to(name, environment))
}

/// Returns the reference to `name`, in the version that `environment` has, or in the latest one.
fn reference_to(name: &str, environment: Node<'_>) -> String {
    let own = name.strip_prefix("azureml:").unwrap_or(name);
    if own.starts_with('/') || own.contains([':', '@']) {
        return format!("azureml:{own}");
    }
    match environment.get("version").and_then(known_text) {
        Some(version) => format!("azureml:{own}:{version}"),
        None => format!("azureml:{own}@latest"),
    }
}

/// Returns the environments in the document: its own, or those of its jobs.
pub(crate) fn environments<'a>(cx: &Context<'a>) -> Vec<Node<'a>> {
    if cx.kind() == Some(Kind::Environment) {
        return cx.document.root().into_iter().collect();
    }
    if !cx.document.text().contains("environment") {
        return Vec::new();
    }
    let nodes = cx.document.tree().nodes();
    let written = nodes.filter(|node| {
        let is_environment = node.key().and_then(Node::text) == Some("environment");
        is_environment && node.kind() == NodeKind::Mapping
    });
    written.collect()
}

/// Returns the builds of these environments whose values are known.
pub(crate) fn builds<'a>(cx: &Context<'a>) -> Vec<Build<'a>> {
    if !cx.document.text().contains("build") {
        return Vec::new();
    }
    let environments = environments(cx).into_iter();
    environments
        .filter_map(|environment| build(environment.get("build")?))
        .collect()
}

fn build(node: Node<'_>) -> Option<Build<'_>> {
    let path = node.get("path")?;
    // An address, an SSH remote, or a drive.
    let folder = known_text(path).filter(|text| !text.is_empty() && !text.contains([':', '@']))?;
    let named = node.get("dockerfile_path");
    let dockerfile = match named {
        Some(named) => known_text(named).filter(|text| !text.is_empty())?,
        None => DEFAULT,
    };
    Some(Build {
        path,
        folder,
        named,
        dockerfile,
    })
}

impl<'a> Build<'a> {
    /// Returns the value that determines the Dockerfile.
    pub(crate) fn deciding(&self) -> Node<'a> {
        self.named.unwrap_or(self.path)
    }

    /// Returns the path of `name` in the build context, relative to the file.
    pub(crate) fn inside(&self, name: &str) -> String {
        path::inside(self.folder, name)
    }

    /// Returns the path of the Dockerfile, relative to the file.
    pub(crate) fn dockerfile_path(&self) -> String {
        self.inside(self.dockerfile)
    }

    /// Returns `true` if the build context exists.
    pub(crate) fn has_context(&self, cx: &Context<'_>) -> bool {
        self.at(cx, self.folder) == Some(OnDisk::Folder)
    }

    /// Returns the kind of disk entry at `path`, relative to the file; `None` if it is unknown.
    pub(crate) fn at(&self, cx: &Context<'_>, path: &str) -> Option<OnDisk> {
        cx.workspace.on_disk(cx.document.path(), path)
    }
}
