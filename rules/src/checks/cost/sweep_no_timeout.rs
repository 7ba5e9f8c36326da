//! Sweeps without a timeout.

use crate::checks::prelude::*;
use crate::compute::limits::{JOB_DAYS, SWEEP_TIMEOUT_DEFAULT_SECONDS};

declare_rule! {
    /// Without `limits.timeout` and `limits.trial_timeout`, a trial that hangs keeps its node,
    /// which is billed until somebody cancels the sweep or the service ends it. The default of
    /// `timeout` is 60 days, and the service ends every job after 21 days.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_total_trials: 20, max_concurrent_trials: 4}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_total_trials: 20, max_concurrent_trials: 4, timeout: 14400}
    /// ```
    "sweep-no-timeout", Cost, Info,
    summary: "a sweep without a timeout",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-sweep",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Sweep) {
        let Some(limits) = work.node.entry("limits") else {
            continue;
        };
        let values = limits.value.resolved();
        // A timeout beside the limits is a finding of its own.
        let beside = work.node.entries().filter_map(|entry| entry.key.text());
        if values.kind() != NodeKind::Mapping
            // A misspelled one is an unknown key, or has a unit in its name.
            || values
                .entries()
                .filter_map(|entry| entry.key.text())
                .chain(beside)
                .any(|key| key.contains("timeout"))
        {
            continue;
        }
        let last = values.entries().last();
        let days = SWEEP_TIMEOUT_DEFAULT_SECONDS / 86_400;
        let diagnostic = cx.report(
            limits.key.range(),
            "neither the sweep nor its trials have a timeout",
        );
        diagnostic
            .note(format!(
                "a trial that hangs keeps its node until the service ends the job after {JOB_DAYS} \
                 days; the default of `timeout` is {days} days"
            ))
            .help(
                "add `timeout: 14400` for the whole sweep or `trial_timeout: 3600` for each trial, \
                 in seconds",
            );
        if let Some(last) = last {
            diagnostic.unsafe_fix(
                "end the sweep after 4 hours",
                fix::insert_key(last, "timeout", "14400"),
            );
        }
    }
}
