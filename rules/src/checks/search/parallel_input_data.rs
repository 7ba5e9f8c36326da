//! The data that a parallel job divides.

use crate::checks::prelude::*;
use crate::checks::shared::pipeline::parallel_runs::{ParallelRun, parallel_runs};

declare_rule! {
    /// `input_data` names the input whose files or rows a parallel job divides into mini-batches, as
    /// `${{inputs.NAME}}`. It is required. The CLI accepts a job without it, or with a path or an output.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// compute: azureml:cpu-cluster
    /// inputs: {images: {type: uri_folder, path: azureml:photos:1}}
    /// jobs:
    ///   score:
    ///     type: parallel
    ///     inputs: {images: "${{parent.inputs.images}}"}
    ///     input_data: ./photos
    ///     mini_batch_size: "10"
    ///     task: {type: run_function, code: ., entry_script: score.py, environment: azureml:scoring:2}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// compute: azureml:cpu-cluster
    /// inputs: {images: {type: uri_folder, path: azureml:photos:1}}
    /// jobs:
    ///   score:
    ///     type: parallel
    ///     inputs: {images: "${{parent.inputs.images}}"}
    ///     input_data: ${{inputs.images}}
    ///     mini_batch_size: "10"
    ///     task: {type: run_function, code: ., entry_script: score.py, environment: azureml:scoring:2}
    /// ```
    "parallel-input-data", Search, Error,
    summary: "a parallel job without `input_data`, or whose `input_data` is not an input",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-parallel",
}

fn check(cx: &mut Context<'_>) {
    for run in parallel_runs(cx) {
        let data = run.node.get("input_data").filter(|node| !node.is_null());
        let inputs = run.node.get("inputs");
        let example = inputs
            .and_then(|inputs| inputs.entries().next()?.key.text())
            .unwrap_or("NAME");
        let Some(data) = data else {
            report_missing(cx, &run, example);
            continue;
        };
        let Some(text) = known_text(data).or_else(|| data.text().filter(|text| is_output(text)))
        else {
            continue;
        };
        cx.report(
            data.range(),
            format!("`input_data` must be an input of the job, not `{text}`"),
        )
        .note("the CLI accepts the file, but the service doesn't find the data")
        .help(format!(
            "add the data to `inputs`, and write `${{{{inputs.{example}}}}}`"
        ));
    }
}

/// Returns `true` for `${{outputs.NAME}}`.
fn is_output(text: &str) -> bool {
    let inside = text
        .trim()
        .strip_prefix("${{")
        .and_then(|rest| rest.strip_suffix("}}"));
    inside.is_some_and(|inside| inside.trim().starts_with("outputs."))
}

fn report_missing(cx: &mut Context<'_>, run: &ParallelRun<'_>, example: &str) {
    // Without a task, the job is unfinished.
    let Some(entry) = run.node.entry("task").filter(|_| run.is_whole) else {
        return;
    };
    if run.node.is_incomplete() {
        return;
    }
    cx.report(
        entry.key.range(),
        "`input_data` is missing in the parallel job",
    )
    .note("it names the input that is divided into mini-batches; the CLI accepts the file")
    .help(format!("add `input_data: ${{{{inputs.{example}}}}}`"));
}
