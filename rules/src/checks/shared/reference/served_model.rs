//! The model that a deployment serves.

use crate::checks::context::Context;
use crate::checks::shared::reference::definition::{ProjectDefinition, definition};
use crate::document::{CondaFile, Document, Kind, Resource};
use crate::path;
use crate::syntax::known_text;
use crate::workspace::Workspace;

/// A model whose definition is in the workspace.
#[derive(Clone, Copy)]
pub(crate) struct ServedModel<'a>(ProjectDefinition<'a>);

impl<'a> ServedModel<'a> {
    /// Returns `true` if the model has the MLflow format.
    pub(crate) fn is_mlflow(&self) -> bool {
        self.0.node.get("type").and_then(known_text) == Some("mlflow_model")
    }

    /// Returns the conda file that MLflow wrote beside the model, with its packages, if the model
    /// is a local folder.
    pub(crate) fn packages(
        &self,
        workspace: &'a Workspace,
    ) -> Option<(&'a Document, CondaFile<'a>)> {
        let folder = self.0.node.get("path").and_then(known_text)?;
        if folder.is_empty() || folder.contains(':') {
            return None;
        }
        let path = path::inside(folder, "conda.yaml");
        let file = workspace.referenced(self.0.path, &path)?;
        Some((file, CondaFile::read(file.root()?)?))
    }
}

/// Returns the model that the deployment in the document serves: inline, or in the only file that
/// defines it.
pub(crate) fn served_model<'a>(cx: &Context<'a>) -> Option<ServedModel<'a>> {
    let (node, from) = (cx.document.get("model")?, cx.document.path());
    definition(cx.workspace, from, node, (Resource::Model, Kind::Model)).map(ServedModel)
}
