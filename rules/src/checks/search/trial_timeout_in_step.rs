//! `trial_timeout` in a sweep step of a pipeline.

use crate::checks::prelude::*;

declare_rule! {
    /// The client sends `trial_timeout` of a sweep step, but a user reports that trials ran longer
    /// ([azure-sdk-for-python#39549](https://github.com/Azure/azure-sdk-for-python/issues/39549), open since
    /// 2025-02-04). According to the documentation, `timeout` limits the whole sweep: a sweep that reaches
    /// it is canceled with its trials.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:cpu-cluster}
    /// jobs:
    ///   tune:
    ///     type: sweep
    ///     trial: azureml:train:1
    ///     search_space: {lr: {type: uniform, min_value: 0.1, max_value: 0.9}}
    ///     objective: {goal: minimize, primary_metric: loss}
    ///     sampling_algorithm: random
    ///     limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200, trial_timeout: 1800}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:cpu-cluster}
    /// jobs:
    ///   tune:
    ///     type: sweep
    ///     trial: azureml:train:1
    ///     search_space: {lr: {type: uniform, min_value: 0.1, max_value: 0.9}}
    ///     objective: {goal: minimize, primary_metric: loss}
    ///     sampling_algorithm: random
    ///     limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    "trial-timeout-in-step", Search, Info,
    marks: [Preview],
    summary: "a `trial_timeout` in a sweep step of a pipeline, which may have no effect",
    url: "https://github.com/Azure/azure-sdk-for-python/issues/39549",
}

fn check(cx: &mut Context<'_>) {
    let works = cx.works().iter();
    for work in works.filter(|work| work.task == Task::Sweep && work.step.is_some()) {
        let limits = work.node.get("limits");
        let Some(entry) = limits.and_then(|limits| limits.entry("trial_timeout")) else {
            continue;
        };
        if entry.value.is_null() {
            continue;
        }
        cx.report(
            entry.key.range(),
            "`trial_timeout` may have no effect in a sweep step of a pipeline",
        )
        .note("a user reports that trials of a sweep step ran longer (azure-sdk-for-python issue 39549)")
        .help("limit the whole sweep with `timeout`, or end a long trial in the script");
    }
}
