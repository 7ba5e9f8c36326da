//! Pipelines that never reuse a step.

use crate::checks::prelude::*;

declare_rule! {
    /// `settings.force_rerun: true` runs every step again, also those whose code and inputs have
    /// not changed. It is meant for one run; in a committed file it switches reuse off for
    /// everybody.
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
    "force-rerun", Cost, Hint,
    summary: "a pipeline that runs every step again, also those that have not changed",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-pipeline",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::JobPipeline) {
        return;
    }
    let forced = cx
        .document
        .root()
        .and_then(|root| root.get_path(&["settings", "force_rerun"]));
    let Some(node) = forced.filter(|node| node.bool() == Some(true)) else {
        return;
    };
    let steps = cx.works().len();
    let all = if steps > 1 {
        format!("all {steps} steps run")
    } else {
        "every step runs".to_owned()
    };
    cx.report(
        node.range(),
        format!("{all} again each time, also those that have not changed"),
    )
    .note("reuse of unchanged steps is off, and each is billed again")
    .help(
        "write `force_rerun: false`, and force a single run with `--set settings.force_rerun=true`",
    )
    .unsafe_fix("write `force_rerun: false`", fix::replace(node, "false"));
}
