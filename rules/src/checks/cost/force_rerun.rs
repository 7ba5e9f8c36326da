//! Pipelines that never reuse a step.

use crate::checks::prelude::*;

declare_rule! {
    /// `settings.force_rerun: true` runs every step again, including steps whose code and inputs
    /// have not changed. It is meant for a single run. In a committed file it turns off reuse for
    /// everyone.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {force_rerun: true, default_compute: azureml:serverless}
    /// jobs: {}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {force_rerun: false, default_compute: azureml:serverless}
    /// jobs: {}
    /// ```
    "force-rerun", Cost, Hint (off),
    kind: JobPipeline,
    summary: "a pipeline that reruns every step, even unchanged ones",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-pipeline",
}

fn check(cx: &mut Context<'_>) {
    let forced = cx
        .document
        .root()
        .and_then(|root| root.get_path(&["settings", "force_rerun"]));
    let Some(node) = forced.filter(|node| node.bool() == Some(true)) else {
        return;
    };
    let steps = cx.works().len();
    let all = if steps > 1 {
        format!("all {steps} steps")
    } else {
        "every step".to_owned()
    };
    cx.report(
        node.range(),
        format!("each run repeats {all}, even unchanged ones"),
    )
    .note("the pipeline does not reuse the results of earlier runs, so each step is billed again")
    .help("set `force_rerun: false`, and force a single run with `--set settings.force_rerun=true`")
    .unsafe_fix("set `force_rerun: false`", fix::replace(node, "false"));
}
