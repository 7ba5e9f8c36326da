//! An MLflow model without its `MLmodel` file.

use crate::checks::prelude::*;
use crate::checks::shared::reference::model_folders::{ModelFolder, model_folders};
use crate::workspace::OnDisk;

declare_rule! {
    /// An MLflow model is a folder with a file `MLmodel` at the top, which describes how to load
    /// the model. The CLI doesn't look for it: with `type: mlflow_model`, it uploads any folder or
    /// file, and the mistake appears only when the model is loaded.
    ///
    /// Only local paths that exist are checked. If nothing in the folder looks like a model, it may be
    /// filled before the file is submitted, so this is an info. The fix is offered if a folder below contains the
    /// file: `model`, or one with the same name.
    ///
    /// ```yaml bad path=model.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/model.schema.json
    /// name: churn
    /// type: mlflow_model
    /// path: run
    /// ```
    /// ```yaml bad path=run/model/MLmodel
    /// flavors: {python_function: {loader_module: mlflow.sklearn}}
    /// ```
    /// ```yaml good path=good.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/model.schema.json
    /// name: churn
    /// type: mlflow_model
    /// path: run/model
    /// ```
    /// ```yaml good path=run/model/MLmodel
    /// flavors: {python_function: {loader_module: mlflow.sklearn}}
    /// ```
    "mlmodel-missing", Environment, Warning,
    marks: [Unfinished],
    summary: "an MLflow model without the file `MLmodel`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-mlflow-models",
}

fn check(cx: &mut Context<'_>) {
    for model in model_folders(cx) {
        let folder = model.folder;
        match model.on_disk {
            OnDisk::File => {
                cx.report(
                    model.path.range(),
                    format!("`{folder}` is a file, but an MLflow model is a folder"),
                )
                .note(
                    "`MLmodel` must be at the top of the model folder; it describes how to load the \
                     model",
                )
                .help("set `path` to the folder, or `type` to `custom_model`");
            }
            OnDisk::Folder if model.has(cx, "MLmodel") == Some(OnDisk::Nothing) => {
                missing(cx, &model);
            }
            _ => {}
        }
    }
}

/// Files that MLflow and users save with a model.
const SAVED_FILES: [&str; 5] = [
    "conda.yaml",
    "model.pkl",
    "model.joblib",
    "python_env.yaml",
    "requirements.txt",
];

fn missing(cx: &mut Context<'_>, model: &ModelFolder<'_>) {
    let folder = model.folder;
    let below = inner_folder(cx, model);
    // A folder without files of a model may be filled before the file is submitted.
    let is_saved = SAVED_FILES
        .iter()
        .any(|name| model.has(cx, name) == Some(OnDisk::File));
    let is_sure = is_saved || below.is_some();
    let message = format!("the folder `{folder}` contains no file `MLmodel`");
    let diagnostic = cx.report(model.path.range(), message);
    diagnostic
        .level(if is_sure { Level::Warning } else { Level::Info })
        .note(
            "`MLmodel` must be at the top of the model folder; it describes how to load the model",
        );
    match below {
        Some(below) => diagnostic
            .help(format!("use `{below}`, which contains one"))
            .unsafe_fix(format!("use `{below}`"), replace(model.path, below)),
        None => diagnostic
            .help("set `path` to the folder that contains it, or `type` to `custom_model`"),
    };
}

/// Returns the subfolder that contains the file, by the usual names.
fn inner_folder(cx: &Context<'_>, model: &ModelFolder<'_>) -> Option<String> {
    let own = model.folder.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut names = ["model", own]
        .into_iter()
        .filter(|name| !name.starts_with('.'));
    let is_there = |name: &&str| model.has(cx, &format!("{name}/MLmodel")) == Some(OnDisk::File);
    names.find(is_there).map(|name| model.file(name))
}
