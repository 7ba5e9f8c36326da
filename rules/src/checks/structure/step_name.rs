//! The name of a pipeline step.

use crate::checks::prelude::*;

declare_rule! {
    /// The key of a step has lowercase letters, digits, and `_`, and does not start with a digit.
    /// Expressions such as `${{parent.jobs.train.outputs.model}}` use it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// compute: azureml:cpu-cluster
    /// jobs:
    ///   train-model: {type: command, component: "azureml:train:1"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// compute: azureml:cpu-cluster
    /// jobs:
    ///   train_model: {type: command, component: "azureml:train:1"}
    /// ```
    "step-name", Structure, Error,
    marks: [Unfinished],
    summary: "a step name with characters other than lowercase letters, digits, and `_`",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-pipeline",
}

fn check(cx: &mut Context<'_>) {
    faults::report_names(cx, FaultRule::StepName, "step name", '_');
}
