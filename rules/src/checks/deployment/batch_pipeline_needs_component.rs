//! Batch deployments of a pipeline without its component.

use crate::checks::prelude::*;

declare_rule! {
    /// A batch deployment with `type: pipeline` runs the pipeline component that `component` names, or
    /// the job that `job_definition` names. The CLI accepts a file without either, although the
    /// reference lists `component` as required.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineComponentBatchDeployment.schema.json
    /// type: pipeline
    /// name: nightly
    /// endpoint_name: churn-batch
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineComponentBatchDeployment.schema.json
    /// type: pipeline
    /// name: nightly
    /// endpoint_name: churn-batch
    /// component: azureml:score_files:1
    /// ```
    "batch-pipeline-needs-component", Deployment, Error,
    kind: DeploymentBatchPipeline,
    summary: "a batch deployment of a pipeline without a component",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-deployment-batch",
}

fn check(cx: &mut Context<'_>) {
    let Some(root) = cx.document.root().filter(|root| !root.is_incomplete()) else {
        return;
    };
    let is_set = |key| root.get(key).is_some_and(|node: Node<'_>| !node.is_null());
    let Some(entry) = root.entry("type") else {
        return;
    };
    if is_set("component") || is_set("job_definition") {
        return;
    }
    cx.report(
        entry.value.range(),
        "a batch deployment of a pipeline needs a `component`",
    )
    .note("the CLI accepts the file, but there is nothing to run")
    .help("add `component: azureml:NAME:VERSION`, or the path of the component's YAML file");
}
