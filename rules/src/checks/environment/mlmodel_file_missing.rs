//! A file that `MLmodel` names and that is not in its folder.

use crate::checks::prelude::*;
use crate::checks::shared::reference::model_folders::model_folders;
use crate::workspace::OnDisk;

declare_rule! {
    /// `MLmodel` names other files of its folder: the environment in `env`, and the model itself in
    /// `model_path` or `data`. Without one of them, the model can't be loaded, or its
    /// environment can't be built.
    ///
    /// ```yaml bad path=model.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/model.schema.json
    /// name: churn
    /// type: mlflow_model
    /// path: churn
    /// ```
    /// ```yaml bad path=churn/MLmodel
    /// flavors: {python_function: {loader_module: mlflow.sklearn, env: conda.yaml}}
    /// ```
    /// ```yaml good path=good.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/model.schema.json
    /// name: churn
    /// type: mlflow_model
    /// path: good
    /// ```
    /// ```yaml good path=good/MLmodel
    /// flavors: {python_function: {loader_module: mlflow.sklearn}}
    /// ```
    "mlmodel-file-missing", Environment, Warning,
    summary: "a file that `MLmodel` names and that isn't in its folder",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-mlflow-models",
}

/// The keys of `python_function` that name files.
const FILES: [&[&str]; 6] = [
    &["env"],
    &["env", "conda"],
    &["env", "virtualenv"],
    &["model_path"],
    &["data"],
    &["code"],
];

fn check(cx: &mut Context<'_>) {
    for model in model_folders(cx) {
        if model.on_disk != OnDisk::Folder {
            continue;
        }
        let Some(description) = model.description(cx) else {
            continue;
        };
        let Some(flavor) = description.python_function() else {
            continue;
        };
        let named = FILES.iter().filter_map(|keys| flavor.get_path(keys));
        for name in named.filter_map(known_text) {
            // `code` is null if the model has no code.
            let is_plain = !name.is_empty() && !name.contains(':') && !name.starts_with(['/', '~']);
            let is_null = name == "null";
            if !is_plain || is_null || model.has(cx, name) != Some(OnDisk::Nothing) {
                continue;
            }
            let folder = model.folder;
            cx.report(
                model.path.range(),
                format!("`MLmodel` names `{name}`, which isn't in the folder `{folder}`"),
            )
            .note("only files in this folder are uploaded")
            .help("add the file, or save the model again with MLflow");
        }
    }
}
