//! Two ways to divide the data of a parallel job.

use crate::checks::prelude::*;
use crate::checks::shared::pipeline::parallel_runs::parallel_runs;

declare_rule! {
    /// A parallel job divides its data by size, with `mini_batch_size`, or by the values of columns,
    /// with `partition_keys`. If both are written, `mini_batch_size` has no effect.
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
    ///     mini_batch_size: "10"
    ///     partition_keys: [customer]
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
    ///     partition_keys: [customer]
    ///     task: {type: run_function, code: ., entry_script: score.py, environment: azureml:scoring:2}
    /// ```
    "parallel-data-division", Search, Warning,
    summary: "a parallel job with both `mini_batch_size` and `partition_keys`",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-parallel",
}

fn check(cx: &mut Context<'_>) {
    for run in parallel_runs(cx) {
        let Some(size) = run.node.entry("mini_batch_size") else {
            continue;
        };
        let has_keys = run
            .node
            .get("partition_keys")
            .is_some_and(|keys| keys.kind() == NodeKind::Sequence && keys.items().next().is_some());
        if !has_keys || size.value.resolved().is_null() {
            continue;
        }
        let diagnostic = cx.report(
            size.key.range(),
            "`mini_batch_size` has no effect with `partition_keys`",
        );
        diagnostic
            .note("rows with the same values of the keys are in one mini-batch")
            .help("remove one of them");
        if !fix::holds_anchor(size.value) {
            diagnostic.safe_fix("remove `mini_batch_size`", remove_entry(size));
        }
    }
}
