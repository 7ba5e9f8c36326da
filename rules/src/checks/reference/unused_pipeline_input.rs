//! A pipeline input that no step uses.

use crate::checks::prelude::*;

declare_rule! {
    /// A pipeline input has an effect only if a step uses it with `${{parent.inputs.name}}`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   epochs: 20
    ///   seed: 1
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     inputs: {epochs: "${{parent.inputs.epochs}}"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   epochs: 20
    ///   seed: 1
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     inputs: {epochs: "${{parent.inputs.epochs}}", seed: "${{parent.inputs.seed}}"}
    /// ```
    "unused-pipeline-input", Reference, Hint,
    summary: "a pipeline input that no step uses",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-pipeline",
}

fn check(cx: &mut Context<'_>) {
    unused_ports::report_in_pipelines(cx, unused_ports::Side::Inputs);
}
