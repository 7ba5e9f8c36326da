//! Timeouts that are longer than a job may run.

use crate::checks::prelude::*;
use crate::compute::limits::JOB_DAYS;

declare_rule! {
    /// The service ends a job after 21 days, even if its own timeout is longer. Save checkpoints,
    /// so that a second job can continue.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// limits: {timeout: 2592000}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// limits: {timeout: 1209600}
    /// ```
    "timeout-over-lifetime", Cost, Warning,
    summary: "a timeout that is longer than a job may run",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-quotas",
}

const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        // Each trial of a sweep is a job of its own; the sweep itself may take longer.
        let key = match work.task {
            Task::Command => "timeout",
            Task::Sweep => "trial_timeout",
            _ => continue,
        };
        let Some((node, timeout)) = work
            .node
            .get_path(&["limits", key])
            .and_then(|node| Some((node, known_int(node)?)))
            .filter(|(_, timeout)| *timeout > JOB_DAYS * SECONDS_PER_DAY)
        else {
            continue;
        };
        // `low-priority-long-job` reports low-priority nodes, where the job ends even earlier.
        if cx
            .known_compute(work)
            .is_some_and(|(compute, _)| compute.first().is_low_priority())
        {
            continue;
        }
        cx.report(
            node.range(),
            format!(
                "a job ends after {JOB_DAYS} days, before its timeout of {}",
                duration(timeout)
            ),
        )
        .note("`timeout` is in seconds; the service doesn't keep the data of a job that it ends")
        .help(format!(
            "save checkpoints, and write at most `{}`",
            JOB_DAYS * SECONDS_PER_DAY
        ));
    }
}
