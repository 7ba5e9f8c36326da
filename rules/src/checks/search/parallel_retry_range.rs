//! Numbers of a parallel job that are out of range.

use crate::checks::prelude::*;
use crate::checks::shared::pipeline::parallel_runs::parallel_runs;
use crate::compute::limits::PARALLEL_TIMEOUT_SECONDS;

declare_rule! {
    /// The time for a mini-batch, `retry_settings.timeout`, is at most 259,200 seconds, 3 days, and
    /// more than 0. A threshold of failures is at least 0, or -1 for any number. The CLI doesn't check
    /// them.
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
    ///     input_data: ${{inputs.images}}
    ///     retry_settings: {max_retries: 2, timeout: 300000}
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
    ///     retry_settings: {max_retries: 2, timeout: 3600}
    ///     task: {type: run_function, code: ., entry_script: score.py, environment: azureml:scoring:2}
    /// ```
    "parallel-retry-range", Search, Error,
    summary: "a number of a parallel job that is out of range",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-parallel",
}

fn check(cx: &mut Context<'_>) {
    for run in parallel_runs(cx) {
        let number = |keys: &[&str]| {
            let node = run.node.get_path(keys)?;
            Some((node, known_int(node)?))
        };
        if let Some((node, timeout)) = number(&["retry_settings", "timeout"])
            && !(1..=PARALLEL_TIMEOUT_SECONDS).contains(&timeout)
        {
            cx.report(
                node.range(),
                format!("`timeout` must be 1 to {PARALLEL_TIMEOUT_SECONDS} seconds, not {timeout}"),
            )
            .note("it is the time for one mini-batch; the CLI doesn't check it")
            .help(format!(
                "set it to the time that one mini-batch needs, at most {PARALLEL_TIMEOUT_SECONDS}"
            ));
        }
        for key in ["mini_batch_error_threshold", "error_threshold"] {
            if let Some((node, threshold)) = number(&[key]).filter(|(_, number)| *number < -1) {
                cx.report(
                    node.range(),
                    format!("`{key}` must be at least -1, not {threshold}"),
                )
                .note("-1 ignores all failures; the CLI doesn't check it")
                .help("write `-1`, or the number of failures to accept");
            }
        }
    }
}
