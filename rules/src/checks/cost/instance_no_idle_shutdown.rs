//! A compute instance that nothing stops.

use crate::checks::prelude::*;

declare_rule! {
    /// A compute instance is billed as long as it runs, whether or not somebody works on it. With
    /// `idle_time_before_shutdown_minutes` it stops after that many minutes without activity. A
    /// `stop` entry under `schedules.compute_start_stop` stops it at a fixed time. With neither it
    /// runs through nights and weekends until somebody stops it.
    ///
    /// Valid values are 15 to 4320 minutes (3 days). The fix is unsafe because the instance then
    /// stops when it would have kept running.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// size: Standard_DS3_v2
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// size: Standard_DS3_v2
    /// idle_time_before_shutdown_minutes: 60
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// schedules:
    ///   compute_start_stop:
    ///     - action: stop
    ///       trigger: {type: cron, expression: "0 18 * * *"}
    /// ```
    "instance-no-idle-shutdown", Cost, Warning,
    summary: "a compute instance that runs until somebody stops it",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          how-to-create-compute-instance#configure-idle-shutdown",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::ComputeComputeinstance)
        || instance_shutdown::shutdown(cx) != Shutdown::Never
    {
        return;
    }
    let Some(node) = cx.document.get("type") else {
        return;
    };
    let fix = instance_shutdown::add_idle_shutdown(cx);
    let cost = monthly_cost::monthly_cost(cx, cx.document.get("size"), 1);
    let message = format!(
        "{} has no idle shutdown, so it is billed until somebody stops it",
        instance_shutdown::instance_name(cx)
    );
    let diagnostic = cx.report(node.range(), message);
    diagnostic
        .note(match cost {
            Some(cost) => format!("running all the time costs {cost}"),
            None => "a weekend is more than 60 billed hours".to_owned(),
        })
        .help("add `idle_time_before_shutdown_minutes: 60`");
    diagnostic.fixes.extend(fix);
}
