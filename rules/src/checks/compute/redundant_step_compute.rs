//! Steps that repeat their default compute.

use crate::checks::prelude::*;
use crate::checks::shared::compute::compute_values::default_compute;
use crate::compute::ComputeRef;

declare_rule! {
    /// A step without `compute` runs on the default compute of its pipeline. A step that repeats
    /// the default must be changed as well if the pipeline moves to another compute.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:cpu-cluster}
    /// jobs:
    ///   train:
    ///     type: command
    ///     command: python train.py
    ///     code: src
    ///     environment: azureml:sklearn@latest
    ///     compute: azureml:cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:cpu-cluster}
    /// jobs:
    ///   train:
    ///     type: command
    ///     command: python train.py
    ///     code: src
    ///     environment: azureml:sklearn@latest
    /// ```
    "redundant-step-compute", Compute, Hint (off),
    summary: "a step that repeats the default compute of its pipeline",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-pipeline",
}

fn check(cx: &mut Context<'_>) {
    // A Spark step inherits nothing, and a step of unknown type may be one; a pipeline step passes
    // its compute on.
    let inherits = |task: Task| !matches!(task, Task::Spark | Task::Unknown | Task::Pipeline);
    for work in cx
        .works()
        .iter()
        .filter(|work| work.target.inherited == Inherited::Own && inherits(work.task))
    {
        let Some(default) = default_compute(work) else {
            continue;
        };
        let Some(own) = work
            .node
            .entry("compute")
            .filter(|own| own.value.anchor().is_none())
        else {
            continue;
        };
        let (Some(text), Some(inherited)) = (known_text(own.value), known_text(default)) else {
            continue;
        };
        if !same(text, inherited) {
            continue;
        }
        let path = cx.document.shared_path();
        cx.report(
            own.value.range(),
            format!("{} repeats the default compute `{text}`", work.subject()),
        )
        .unnecessary()
        .note("if the default changes, this step still runs on the old compute")
        .help("remove `compute` from the step")
        .related(&path, default.range(), "the default compute")
        .safe_fix("remove `compute`", fix::remove_entry(own));
    }
}

/// Returns `true` if two `compute` values certainly name the same compute.
fn same(own: &str, default: &str) -> bool {
    match (ComputeRef::parse(own), ComputeRef::parse(default)) {
        (ComputeRef::Serverless, ComputeRef::Serverless) => true,
        (ComputeRef::Name(own), ComputeRef::Name(default)) => own.eq_ignore_ascii_case(default),
        (ComputeRef::ResourceId, ComputeRef::ResourceId) => own.eq_ignore_ascii_case(default),
        _ => false,
    }
}
