//! Scripts that log with MLflow in an environment without its plug-in for Azure Machine Learning.

use crate::checks::prelude::*;
use crate::checks::shared::environment::packages;
use crate::checks::shared::reference::definition::definition;
use crate::checks::shared::script::python_modules::python_modules;
use crate::checks::shared::script::python_scripts::{PythonScript, python_scripts};
use crate::script::python::certain_call;

declare_rule! {
    /// In a job, the tracking address of MLflow starts with `azureml://`. Only the plug-in `azureml-mlflow`
    /// can open it. Without the plug-in, the first call that logs something ends the script with
    /// `UnsupportedModelRegistryStoreURIException` (tried with mlflow-skinny 3.17.2).
    ///
    /// The rule reports a script that always logs, if the project defines its environment with a conda file
    /// whose packages are all known: `mlflow` or `mlflow-skinny`, and none that may bring the plug-in along,
    /// such as those with `azureml` in the name. It doesn't report scripts that set another tracking address,
    /// install packages, or log under a condition or in a `try`, or commands that install packages or start
    /// another environment.
    ///
    /// Each release of `azureml-mlflow` limits the version of MLflow. If you pin both, test them together.
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

/// Functions of MLflow that open the tracking address.
const FUNCTIONS: [&str; 9] = [
    "log_artifact",
    "log_artifacts",
    "log_metric",
    "log_metrics",
    "log_param",
    "log_params",
    "set_experiment",
    "set_tag",
    "start_run",
];

/// Words of commands that may start the script in another environment, or change this one.
const OTHER_ENVIRONMENTS: [&str; 8] = [
    "MLFLOW_", "activate", "conda ", "install", "mlflow", "pipenv", "poetry", "uv ",
];

fn check(cx: &mut Context<'_>) {
    if !cx
        .kind()
        .is_some_and(|kind| kind.is_job() || kind.is_component())
    {
        return;
    }
    let mut reported = Vec::new();
    for script in python_scripts(cx) {
        if !script.module.text().contains("mlflow") {
            continue;
        }
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
            "without this package, MLflow can't open the `azureml://` address of the workspace, and the \
             script ends with an error at the first call that logs",
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
    let packages = || conda.packages.iter().map(|(_, package)| package);
    let is_mlflow = packages().any(|it| it.is("mlflow") || it.is("mlflow-skinny"));
    is_mlflow && !packages().any(may_bring_plugin)
}

/// Packages that bring no plug-in for MLflow along, as pip resolved them on 2026-11-28 for Python 3.10.
const WITHOUT_PLUGIN: [&str; 4] = [
    "azureml-core",
    "azureml-dataset-runtime",
    "azureml-defaults",
    "azureml-inference-server-http",
];

/// Returns `true` if the package may depend on `azureml-mlflow`. The metadata of the packages on PyPI (2026-11-28)
/// name it for `azure-ai-generative[evaluate]`, `flaml[azureml]`, and `kedro-azureml[mlflow]`, and for some
/// whose names start with `azureml-`.
fn may_bring_plugin(package: &Requirement<'_>) -> bool {
    let is_ours = |text: &str| text.contains("azureml");
    let name = package.name();
    is_ours(&name) && !WITHOUT_PLUGIN.contains(&name.as_str())
        || is_ours(package.extras)
        || package.extras.contains("mlflow")
        || package.is("azure-ai-generative")
}

/// Returns the first call of MLflow in `script`; `None` if it may log to another place, or not at all.
fn first_call(cx: &Context<'_>, script: &PythonScript<'_>) -> Option<TextRange> {
    let node = script.run.site.node;
    let command = node.get("command").and_then(Node::text)?;
    let variables = node.get("environment_variables");
    let is_set = variables.is_some_and(|it| it.raw().contains("MLFLOW_"));
    if is_set || OTHER_ENVIRONMENTS.iter().any(|word| command.contains(word)) {
        return None;
    }
    let modules = python_modules(cx, script);
    let mut texts = modules.files.iter().map(|file| file.module.text());
    let other_ways = ["tracking_uri", "MLFLOW_", "azureml-mlflow", "\"install\""];
    if texts.any(|text| other_ways.iter().any(|word| text.contains(word))) {
        return None;
    }
    certain_call(&script.module, |path| {
        let function = path.strip_prefix("mlflow.");
        function.is_some_and(|function| FUNCTIONS.contains(&function))
    })
}
