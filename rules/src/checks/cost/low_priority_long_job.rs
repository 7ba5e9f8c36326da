//! Jobs on low-priority nodes with a timeout longer than such a job may run.

use crate::checks::prelude::*;
use crate::compute::limits::LOW_PRIORITY_JOB_DAYS;

const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

declare_rule! {
    /// The service ends a job on low-priority nodes after 7 days, even if its own timeout is
    /// longer. Since 2026-03-31, these nodes are Spot VMs, which can be evicted at any time.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:training:3
    /// compute: azureml:spare
    /// limits: {timeout: 864000}
    /// ```
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: spare
    /// tier: low_priority
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:training:3
    /// compute: azureml:spare
    /// limits: {timeout: 86400}
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: spare
    /// tier: low_priority
    /// ```
    "low-priority-long-job", Cost, Info,
    summary: "a job on low-priority nodes with a timeout of more than 7 days",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-quotas",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        // Each trial of a sweep is a job of its own; the sweep itself may take longer.
        let key = if work.task == Task::Sweep {
            "trial_timeout"
        } else {
            "timeout"
        };
        let Some(timeout) = work.node.get_path(&["limits", key]) else {
            continue;
        };
        let Some(days) = timeout
            .int()
            .map(|seconds| seconds / SECONDS_PER_DAY)
            .filter(|days| *days > LOW_PRIORITY_JOB_DAYS)
        else {
            continue;
        };
        let Some((compute, _)) = cx.known_compute(work) else {
            continue;
        };
        let tier = compute.first().tier.clone().unwrap_or_default();
        let low = tier.replace('_', "").eq_ignore_ascii_case("lowpriority");
        if !low || compute.definitions().len() > 1 {
            continue;
        }
        let message = format!(
            "a job on low-priority nodes ends after {LOW_PRIORITY_JOB_DAYS} days, before its \
             timeout of {days} days"
        );
        cx.report(timeout.range(), message)
            .note(format!(
                "`{}` has low-priority nodes, which can also be evicted at any time",
                compute.name()
            ))
            .help(
                "save checkpoints and set a timeout of at most 604800 seconds, or use dedicated \
                 nodes",
            )
            .defined_at(&compute);
    }
}
