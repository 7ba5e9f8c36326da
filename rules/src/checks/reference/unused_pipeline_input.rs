//! An input of a pipeline that no step reads.

use crate::checks::prelude::*;

declare_rule! {
    /// An input of a pipeline does nothing until a step names it as `${{parent.inputs.name}}`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
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
    /// inputs:
    ///   epochs: 20
    ///   seed: 1
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     inputs: {epochs: "${{parent.inputs.epochs}}", seed: "${{parent.inputs.seed}}"}
    /// ```
    "unused-pipeline-input", Reference, Hint,
    summary: "an input of a pipeline that no step reads",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-pipeline",
}

fn check(cx: &mut Context<'_>) {
    unused_ports::report_in_pipelines(cx, unused_ports::Side::Inputs);
}
