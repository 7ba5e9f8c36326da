//! More schedules than an instance can have.

use crate::checks::prelude::*;
use crate::compute::limits::INSTANCE_SCHEDULES;

declare_rule! {
    /// A compute instance can have at most four schedules. The CLI doesn't check it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// schedules:
    ///   compute_start_stop:
    ///     - {action: stop, trigger: {type: cron, expression: "0 18 * * 1"}}
    ///     - {action: stop, trigger: {type: cron, expression: "0 18 * * 2"}}
    ///     - {action: stop, trigger: {type: cron, expression: "0 18 * * 3"}}
    ///     - {action: stop, trigger: {type: cron, expression: "0 18 * * 4"}}
    ///     - {action: stop, trigger: {type: cron, expression: "0 18 * * 5"}}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// schedules:
    ///   compute_start_stop:
    ///     - {action: stop, trigger: {type: cron, expression: "0 18 * * 1-5"}}
    /// ```
    "instance-schedule-count", Cost, Error,
    kind: ComputeComputeinstance,
    summary: "more start and stop schedules than a compute instance can have",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-compute-instance",
}

fn check(cx: &mut Context<'_>) {
    let Some(list) = cx
        .document
        .root()
        .and_then(|root| root.get_path(&["schedules", "compute_start_stop"]))
    else {
        return;
    };
    let most = usize::try_from(INSTANCE_SCHEDULES).unwrap_or(usize::MAX);
    let count = list.items().count();
    let Some(first_over) = list.items().nth(most) else {
        return;
    };
    cx.report(
        first_over.range(),
        format!("a compute instance can have at most {most} schedules, not {count}"),
    )
    .note("that is the documented limit; the CLI doesn't check it")
    .help("combine schedules; one cron expression can name several days, such as `0 18 * * 1-5`");
}
