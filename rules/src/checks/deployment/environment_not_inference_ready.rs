//! Environments without a package that model serving requires.

use crate::checks::prelude::*;
use crate::checks::shared::environment::packages;
use crate::checks::shared::reference::definition::{ProjectDefinition, definition};
use crate::checks::shared::reference::served_model::{ServedModel, served_model};
use crate::document::{CondaFile, Resource};

declare_rule! {
    /// Serving a model needs packages that training doesn't:
    ///
    /// - The scoring script of an online deployment runs in the inference server of Azure Machine
    ///   Learning, `azureml-inference-server-http`. A package of the base image doesn't count: it
    ///   isn't visible in the conda environment. Without a conda file, the image needs it. Base images
    ///   for training, such as `openmpi4.1.0-ubuntu22.04`, don't have it. A deployment that didn't
    ///   find it failed with `A required package azureml-inference-server-http is missing`
    ///   ([issue 2760 of azureml-examples](https://github.com/Azure/azureml-examples/issues/2760)).
    /// - An MLflow model without a scoring script is served by a script of the service, which imports
    ///   `azureml-ai-monitoring` since May 2026. Without it, the deployment fails with
    ///   `ModuleNotFoundError`. This is a warning.
    /// - For the scoring script of a batch deployment, which runs in a parallel job, the documentation
    ///   requires `azureml-core` and `azureml-dataset-runtime[fuse]`. Examples of Microsoft list only
    ///   the first, so a missing second one isn't reported.
    ///
    /// The rule only checks environments and models that a file of the project defines, with a conda
    /// file whose packages are all known, or with nothing but such an image.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// code_configuration: {code: src, scoring_script: score.py}
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    ///   conda_file: {dependencies: [python=3.12, pip, {pip: [scikit-learn==1.5.2]}]}
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// code_configuration: {code: src, scoring_script: score.py}
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    ///   conda_file: {dependencies: [python=3.12, pip, {pip: [scikit-learn==1.5.2, azureml-inference-server-http]}]}
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "environment-not-inference-ready", Deployment, Info,
    summary: "an environment without a package that serving a model needs",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-inference-server-http",
}

const SERVER: &str = "azureml-inference-server-http";

/// The end of a deployment without [`SERVER`], in the words of issue 2760 of azureml-examples.
const FAILURE: &str = "deployments without it failed with \"A required package ... is missing\"";

const MONITORING: &str = "azureml-ai-monitoring";

/// Base images whose Dockerfiles (Azure/AzureML-Containers at 38a09d96, 06455397, and 0095813e) install no
/// Python packages but conda and those it needs.
const TRAINING_IMAGES: [&str; 3] = [
    "mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04",
    "mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu20.04",
    "mcr.microsoft.com/azureml/openmpi4.1.0-cuda11.8-cudnn8-ubuntu22.04",
];

/// Packages of Azure Machine Learning that don't depend on `azureml-core`.
const WITHOUT_CORE: [&str; 4] = [
    "azureml-ai-monitoring",
    "azureml-dataset-runtime",
    "azureml-fsspec",
    "azureml-inference-server-http",
];

fn check(cx: &mut Context<'_>) {
    let Some(kind) = cx.kind().filter(|kind| kind.is_deployment()) else {
        return;
    };
    let has_script = cx
        .document
        .root()
        .and_then(|root| root.get_path(&["code_configuration", "scoring_script"]))
        .is_some();
    match kind {
        Kind::DeploymentManagedOnline | Kind::DeploymentKubernetesOnline if has_script => {
            scoring_script(cx);
        }
        Kind::DeploymentManagedOnline | Kind::DeploymentKubernetesOnline => mlflow_model(cx),
        Kind::DeploymentBatch | Kind::DeploymentBatchModel if has_script => batch(cx),
        _ => {}
    }
}

/// Returns the environment of the deployment, if a file of the project defines it.
fn environment<'a>(cx: &Context<'a>) -> Option<(Node<'a>, ProjectDefinition<'a>)> {
    let environment = cx.document.get("environment")?;
    let as_environment = (Resource::Environment, Kind::Environment);
    let path = cx.document.path();
    let definition = definition(cx.workspace, path, environment, as_environment)?;
    // Another server runs in an image with `inference_config`.
    let has_server = definition.node.get("inference_config").is_some();
    (!has_server).then_some((environment, definition))
}

/// Returns the packages of the deployment's environment, if they are all known, and the value that
/// leads to them.
fn packages<'a>(cx: &Context<'a>) -> Option<(Node<'a>, CondaFile<'a>)> {
    let (environment, definition) = environment(cx)?;
    let conda = packages::packages(cx.workspace, definition)?;
    let at = match environment.entry("conda_file") {
        Some(entry) if entry.value.kind() == NodeKind::Mapping => entry.key,
        Some(entry) => entry.value,
        None => environment,
    };
    conda.is_complete().then_some((at, conda))
}

/// Returns the name of the image for training that is all of the deployment's environment, and the
/// value that leads to it.
fn training_image<'a>(cx: &Context<'a>) -> Option<(Node<'a>, &'a str)> {
    let (environment, definition) = environment(cx)?;
    let root = definition.node.resolved();
    let is_more = |key: &str| root.get(key).is_some();
    if root.is_incomplete() || is_more("conda_file") || is_more("build") {
        return None;
    }
    let image = known_text(root.get("image")?)?;
    let name = TRAINING_IMAGES.into_iter().find(|name| {
        let tag = image.strip_prefix(name);
        tag.is_some_and(|tag| tag.is_empty() || tag.starts_with([':', '@']))
    })?;
    Some((environment.get("image").unwrap_or(environment), name))
}

fn scoring_script(cx: &mut Context<'_>) {
    if let Some((at, image)) = training_image(cx) {
        cx.report(
            at.range(),
            format!("the image of the scoring script doesn't contain `{SERVER}`"),
        )
        .note(format!(
            "the script runs in that server, and `{image}` is an image for training, without it: \
             {FAILURE}"
        ))
        .help(format!(
            "add a `conda_file` that lists `{SERVER}`, or use an image for inference, such as \
             `mcr.microsoft.com/azureml/minimal-py312-inference`"
        ));
    }
    let Some((at, conda)) = packages(cx) else {
        return;
    };
    if conda.lists(SERVER) || conda.lists("azureml-defaults") {
        return;
    }
    cx.report(
        at.range(),
        format!("the environment of the scoring script doesn't list `{SERVER}`"),
    )
    .note(format!(
        "the script runs in that server: {FAILURE}; a package of the base image isn't visible in a \
         conda environment"
    ))
    .help(format!(
        "add `{SERVER}` to the `pip` packages of the conda file"
    ));
}

/// Checks a model for which the service generates the scoring script and the environment.
fn mlflow_model(cx: &mut Context<'_>) {
    let (Some(node), None) = (cx.document.get("model"), cx.document.get("environment")) else {
        return;
    };
    let Some(model) = served_model(cx).filter(ServedModel::is_mlflow) else {
        return;
    };
    let Some((file, conda)) = model.packages(cx.workspace) else {
        return;
    };
    if !conda.is_complete() || conda.lists(MONITORING) {
        return;
    }
    let list = conda.pip.unwrap_or(conda.root);
    cx.report(
        node.get("path").unwrap_or(node).range(),
        format!("the conda file of the MLflow model doesn't list `{MONITORING}`"),
    )
    .level(Level::Warning)
    .note(format!(
        "the service's scoring script imports `{MONITORING}` since May 2026: without it, the \
         deployment fails with `ModuleNotFoundError`"
    ))
    .help(format!(
        "add `{MONITORING}` to its `pip` packages, and `{SERVER}` if it is missing"
    ))
    .related(
        &file.shared_path(),
        list.range(),
        "its packages are listed here",
    );
}

fn batch(cx: &mut Context<'_>) {
    let Some((at, conda)) = packages(cx) else {
        return;
    };
    let brings_core = conda.packages.iter().any(|(_, package)| {
        let name = package.name();
        name.starts_with("azureml-") && !WITHOUT_CORE.contains(&name.as_str())
    });
    if brings_core {
        return;
    }
    cx.report(
        at.range(),
        "the environment of the batch scoring script doesn't list `azureml-core`",
    )
    .note(
        "the documentation requires `azureml-core` and `azureml-dataset-runtime[fuse]` for batch \
         deployments",
    )
    .help("add both to the `pip` packages of the conda file");
}
