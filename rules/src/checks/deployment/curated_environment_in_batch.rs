//! Curated environments in batch deployments.

use crate::checks::prelude::*;

declare_rule! {
    /// According to the page below (2024-04-02), batch deployments don't support curated
    /// environments, which are those of the registry `azureml`. Define
    /// an environment of your own; it can use the image of the curated one, with a conda file that
    /// adds `azureml-core` and `azureml-dataset-runtime[fuse]`, which batch deployments need.
    ///
    /// The components of a pipeline that is deployed can use curated environments.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// type: model
    /// name: classic
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// compute: azureml:cpu-cluster
    /// code_configuration: {code: src, scoring_script: score.py}
    /// environment: azureml://registries/azureml/environments/sklearn-1.5/labels/latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// type: model
    /// name: classic
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// compute: azureml:cpu-cluster
    /// code_configuration: {code: src, scoring_script: score.py}
    /// environment:
    ///   image: mcr.microsoft.com/azureml/curated/sklearn-1.5:latest
    ///   conda_file: {dependencies: [{pip: [azureml-core, "azureml-dataset-runtime[fuse]"]}]}
    /// ```
    "curated-environment-in-batch", Deployment, Warning,
    summary: "a curated environment in a batch deployment",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-batch-model-deployments",
}

fn check(cx: &mut Context<'_>) {
    if !matches!(
        cx.kind(),
        Some(Kind::DeploymentBatch | Kind::DeploymentBatchModel)
    ) {
        return;
    }
    let Some(node) = cx.document.get("environment") else {
        return;
    };
    let Some(name) = known_text(node).and_then(curated) else {
        return;
    };
    cx.report(
        node.range(),
        format!("batch deployments don't support the curated environment `{name}`"),
    )
    .note("the environment of a batch deployment must list `azureml-core` and `azureml-dataset-runtime[fuse]`")
    .help(
        "define an environment of your own with `image` and `conda_file`; the image can be that of \
         the curated environment",
    );
}

/// Returns the name of the curated environment that `reference` names, as the registry spells it.
fn curated(reference: &str) -> Option<&str> {
    match AssetRef::parse(reference) {
        AssetRef::Named { name, .. } => name.strip_prefix("AzureML-"),
        AssetRef::Registry {
            registry: "azureml",
            rest,
        } => rest.strip_prefix("environments/")?.split('/').next(),
        _ => None,
    }
}
