//! Scripts that log with MLflow in an environment without its plug-in for Azure Machine Learning.

use crate::checks::prelude::*;
use crate::checks::shared::environment::packages;
use crate::checks::shared::reference::definition::definition;
use crate::checks::shared::script::python_modules::python_modules;
use crate::checks::shared::script::python_scripts::{PythonScript, python_scripts};
use crate::document::Resource;

declare_rule! {
    /// In a job, the tracking address of MLflow starts with `azureml://`. Only the plug-in `azureml-mlflow`
    /// can open it. Without the plug-in, the first call that logs something stops the script with
    /// `UnsupportedModelRegistryStoreURIException` (tried with mlflow-skinny 3.17.2).
    ///
    /// The rule reports a script that logs if the project defines its environment with a conda file whose
    /// packages are all known: `mlflow` or `mlflow-skinny`, and no package of Azure Machine Learning, which may
    /// bring the plug-in along. It doesn't report scripts that set another tracking address or catch the
    /// error, or commands that install packages.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    ///   conda_file: {dependencies: [python=3.12, pip, {pip: [mlflow==3.1.0]}]}
    /// ```
    /// ```python bad path=src/train.py
    /// import mlflow
    ///
    /// mlflow.log_metric("loss", 0.1)
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    ///   conda_file: {dependencies: [python=3.12, pip, {pip: [mlflow==3.1.0, azureml-mlflow==1.60.0]}]}
    /// ```
    /// ```python good path=src/train.py
    /// import mlflow
    ///
    /// mlflow.log_metric("loss", 0.1)
    /// ```
    "azureml-mlflow-missing", Environment, Warning,
    summary: "a script that logs with MLflow, without the package `azureml-mlflow`",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-mlflow-configure-tracking",
}

/// Calls that open the tracking address.
const CALLS: [&str; 5] = [
    "mlflow.log_artifact",
    "mlflow.log_metric",
    "mlflow.log_param",
    "mlflow.set_experiment(",
    "mlflow.start_run(",
];

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(|kind| kind.is_job() || kind.is_component()) {
        return;
    }
    let mut reported = Vec::new();
    for script in python_scripts(cx) {
        let Some(environment) = script.run.site.node.get("environment") else {
            continue;
        };
        if reported.contains(&environment) || !lacks_plugin(cx, environment) {
            continue;
        }
        let Some(call) = first_call(cx, &script) else {
            continue;
        };
        reported.push(environment);
        let at = match environment.entry("conda_file") {
            Some(entry) => entry.key,
            None => environment,
        };
        cx.report(
            at.range(),
            format!(
                "`{}` logs with MLflow, but its environment has no `azureml-mlflow`",
                script.name()
            ),
        )
        .note(
            "MLflow can't open the `azureml://` address of the workspace without this package, and the \
             script stops at the first call",
        )
        .help("add `azureml-mlflow` to the pip packages of the environment")
        .related(&script.path, call, "it logs here");
    }
}

/// Returns `true` if all packages of `environment` are known, and MLflow has no plug-in among them.
fn lacks_plugin(cx: &Context<'_>, environment: Node<'_>) -> bool {
    let as_environment = (Resource::Environment, Kind::Environment);
    let path = cx.document.path();
    let definition = definition(cx.workspace, path, environment, as_environment);
    let conda = definition.and_then(|it| packages::packages(cx.workspace, it));
    let Some(conda) = conda.filter(CondaFile::is_complete) else {
        return false;
    };
    let is_mlflow = |package: &Requirement<'_>| package.is("mlflow") || package.is("mlflow-skinny");
    let mut packages = conda.packages.iter().map(|(_, package)| package);
    let mut mlflow = packages.clone().filter(|package| is_mlflow(package));
    mlflow.next().is_some_and(|package| package.extras.is_empty())
        && !packages.any(|package| package.name().starts_with("azureml-"))
}

/// Returns the first call of MLflow in `script`; `None` if it may log elsewhere, or goes on without.
fn first_call(cx: &Context<'_>, script: &PythonScript<'_>) -> Option<TextRange> {
    let command = script.run.site.node.get("command").and_then(Node::text)?;
    let variables = script.run.site.node.get("environment_variables");
    let is_set = variables.is_some_and(|it| it.raw().contains("MLFLOW_"));
    if is_set || command.contains("install") || command.contains("MLFLOW_") {
        return None;
    }
    let modules = python_modules(cx, script);
    let mut texts = modules.files.iter().map(|file| file.module.text());
    if texts.any(|text| text.contains("tracking_uri") || text.contains("MLFLOW_")) {
        return None;
    }
    let text = script.module.text();
    if text.contains("try:") {
        return None;
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let inner = line.trim_start();
        let at = start + line.len() - inner.len();
        start += line.len();
        let call = inner.strip_prefix("with ").unwrap_or(inner);
        if CALLS.iter().any(|name| call.starts_with(name)) {
            return Some(TextRange::from(at..at + inner.trim_end().len()));
        }
    }
    None
}
