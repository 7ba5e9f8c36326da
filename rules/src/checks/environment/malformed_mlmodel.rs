//! An `MLmodel` file that MLflow cannot read.

use crate::checks::prelude::*;
use crate::checks::shared::reference::model_folders::model_folders;
use crate::workspace::OnDisk;

declare_rule! {
    /// MLflow reads `MLmodel` as YAML and loads the model with one of its `flavors`. If the file
    /// isn't YAML, or has no `flavors`, the model can't be loaded. A Git LFS pointer isn't reported.
    ///
    /// ```yaml bad path=model.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/model.schema.json
    /// name: churn
    /// type: mlflow_model
    /// path: churn
    /// ```
    /// ```yaml bad path=churn/MLmodel
    /// artifact_path: model
    /// ```
    /// ```yaml good path=good.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/model.schema.json
    /// name: churn
    /// type: mlflow_model
    /// path: good
    /// ```
    /// ```yaml good path=good/MLmodel
    /// artifact_path: model
    /// flavors: {python_function: {loader_module: mlflow.sklearn}}
    /// ```
    "malformed-mlmodel", Environment, Warning,
    summary: "an `MLmodel` file that isn't YAML or has no flavors",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-mlflow-models",
}

fn check(cx: &mut Context<'_>) {
    for model in model_folders(cx) {
        if model.on_disk != OnDisk::Folder {
            continue;
        }
        let Some(description) = model.description(cx) else {
            continue;
        };
        let file = model.file("MLmodel");
        let message = match description.root() {
            None => format!("`{file}` isn't valid YAML"),
            Some(root) if root.get("flavors").is_none_or(is_empty) => {
                format!("`{file}` has no `flavors`")
            }
            Some(_) => continue,
        };
        cx.report(model.path.range(), message)
            .note("MLflow needs the flavors to load the model")
            .help("save or log the model again with MLflow");
    }
}

fn is_empty(flavors: Node<'_>) -> bool {
    flavors.is_null() || flavors.kind() == NodeKind::Mapping && flavors.entries().next().is_none()
}
