//! The environments that a document writes, and where the build context and the Dockerfile are of
//! those that are built from one.

use crate::checks::context::Context;
use crate::document::Kind;
use crate::path;
use crate::syntax::{Node, NodeKind, known_text};
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

/// The name of a Dockerfile that nobody names.
const DEFAULT: &str = "Dockerfile";

/// The environments that are written in the document: its own, or those of its jobs.
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

/// The builds of these environments, as far as their values are known.
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
    /// The value that decides about the Dockerfile.
    pub(crate) fn deciding(&self) -> Node<'a> {
        self.named.unwrap_or(self.path)
    }

    /// `name` in the build context, relative to the file.
    pub(crate) fn inside(&self, name: &str) -> String {
        path::inside(self.folder, name)
    }

    /// The path of the Dockerfile, relative to the file.
    pub(crate) fn dockerfile_path(&self) -> String {
        self.inside(self.dockerfile)
    }

    /// Whether the build context is there.
    pub(crate) fn has_context(&self, cx: &Context<'_>) -> bool {
        self.at(cx, self.folder) == Some(OnDisk::Folder)
    }

    /// What stands at `path`, relative to the file.
    pub(crate) fn at(&self, cx: &Context<'_>, path: &str) -> Option<OnDisk> {
        cx.workspace.on_disk(cx.document.path(), path)
    }
}
