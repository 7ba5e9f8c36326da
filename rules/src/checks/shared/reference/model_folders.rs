//! The folders of MLflow models that a document names, and their `MLmodel` files.

use crate::checks::context::Context;
use crate::syntax::{Node, Tree, known_text, parse};
use crate::workspace::OnDisk;

/// A path that a document declares as an MLflow model.
pub(crate) struct ModelFolder<'a> {
    /// The value of `path`.
    pub(crate) path: Node<'a>,
    /// Its text, without a final slash.
    pub(crate) folder: &'a str,
    /// The kind of disk entry at the path.
    pub(crate) on_disk: OnDisk,
    /// The mapping with `type` and `path`.
    pub(crate) definition: Node<'a>,
}

impl ModelFolder<'_> {
    /// Returns the path of the file `name` in the folder.
    pub(crate) fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }

    /// Returns the kind of disk entry called `name` in the folder; `None` if it is unknown.
    pub(crate) fn has(&self, cx: &Context<'_>, name: &str) -> Option<OnDisk> {
        cx.workspace.on_disk(cx.document.path(), &self.file(name))
    }

    /// Parses the `MLmodel` file; `None` if it can't be read, is empty, as in a truncated copy, or is a
    /// pointer of Git LFS to a file that hasn't been downloaded.
    pub(crate) fn description(&self, cx: &Context<'_>) -> Option<Description> {
        let text = cx
            .workspace
            .text(cx.document.path(), &self.file("MLmodel"))?;
        let is_read = !text.trim().is_empty() && !text.starts_with(LFS_POINTER);
        is_read.then(|| Description(parse(text)))
    }
}

/// The first line of a pointer: <https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md>.
const LFS_POINTER: &str = "version https://git-lfs.github.com/spec/";

/// A parsed `MLmodel` file.
pub(crate) struct Description(Tree);

impl Description {
    /// Returns the root node, if the file is valid YAML.
    pub(crate) fn root(&self) -> Option<Node<'_>> {
        self.0.root().filter(|_| self.0.errors().is_empty())
    }

    /// Returns the `python_function` flavor, which describes how the model is loaded.
    pub(crate) fn python_function(&self) -> Option<Node<'_>> {
        self.root()?.get_path(&["flavors", "python_function"])
    }
}

/// Returns every local path of the document that is declared as an MLflow model and whose disk
/// entry is known.
pub(crate) fn model_folders<'a>(cx: &Context<'a>) -> Vec<ModelFolder<'a>> {
    let document = cx.document;
    if !document.text().contains("mlflow_model") {
        return Vec::new();
    }
    let types = document.tree().nodes().filter(|node| {
        node.text() == Some("mlflow_model") && node.key().and_then(Node::text) == Some("type")
    });
    let folders = types.filter_map(|node| {
        let definition = node.parent()?;
        // An output doesn't exist yet.
        let port = definition.parent().and_then(Node::key).and_then(Node::text);
        let path = definition.get("path").filter(|_| port != Some("outputs"))?;
        let text = known_text(path)?;
        let is_local =
            !text.is_empty() && !text.contains(':') && !text.starts_with(['/', '~', '\\']);
        let on_disk = cx.workspace.on_disk(document.path(), text);
        Some(ModelFolder {
            path,
            folder: text.trim_end_matches(['/', '\\']),
            on_disk: on_disk.filter(|_| is_local)?,
            definition,
        })
    });
    folders.collect()
}
