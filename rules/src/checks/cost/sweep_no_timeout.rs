//! Sweeps that only the service's own limit ends.

use crate::checks::prelude::*;
use crate::compute::limits::SWEEP_TIMEOUT_DEFAULT_SECONDS;

declare_rule! {
    /// A sweep with neither `limits.timeout` nor `limits.trial_timeout` may run for 60 days. One
    /// trial that hangs keeps a node, and its price, for that long.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// limits: {max_total_trials: 20, max_concurrent_trials: 4}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// limits: {max_total_trials: 20, max_concurrent_trials: 4, timeout: 14400}
    /// ```
    "sweep-no-timeout", Cost, Info,
    summary: "a sweep that may run for 60 days",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-sweep",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Sweep) {
        let Some(limits) = work.node.entry("limits") else {
            continue;
        };
        let values = limits.value.resolved();
        if values.kind() != NodeKind::Mapping
            || ["timeout", "trial_timeout"]
                .iter()
                .any(|key| values.get(key).is_some())
        {
            continue;
        }
        let last = values.entries().last();
        let days = SWEEP_TIMEOUT_DEFAULT_SECONDS / 86_400;
        let diagnostic = cx.report(
            limits.key.range(),
            format!("this sweep may run for {days} days: it has no timeout"),
        );
        diagnostic
            .note(format!(
                "without `timeout` the service ends it after {SWEEP_TIMEOUT_DEFAULT_SECONDS} \
                 seconds; a trial that hangs keeps its node until then"
            ))
            .help(
                "add `timeout: 14400` (seconds for the whole sweep) or `trial_timeout: 3600` (for \
                 each trial)",
            );
        if let Some(last) = last {
            diagnostic.unsafe_fix(
                "end the sweep after 4 hours",
                fix::insert_key(last, "timeout", "14400"),
            );
        }
    }
}
