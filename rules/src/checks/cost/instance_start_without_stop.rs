//! A compute instance that a schedule starts and nothing stops.

use crate::checks::prelude::*;

declare_rule! {
    /// A schedule starts the compute instance again and again, even after somebody stopped it by
    /// hand, and nothing in the file stops it. Add a `stop` schedule or idle shutdown. Schedules
    /// with `state: disabled` don't count.
    ///
    /// The fix is unsafe because the instance then stops when it would have kept running.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// schedules:
    ///   compute_start_stop:
    ///     - action: start
    ///       trigger: {type: cron, expression: "0 8 * * 1-5"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// schedules:
    ///   compute_start_stop:
    ///     - action: start
    ///       trigger: {type: cron, expression: "0 8 * * 1-5"}
    ///     - action: stop
    ///       trigger: {type: cron, expression: "0 18 * * 1-5"}
    /// ```
    "instance-start-without-stop", Cost, Warning,
    kind: ComputeComputeinstance,
    summary: "a compute instance that a schedule starts and nothing stops",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          how-to-create-compute-instance#schedule-automatic-start-and-stop",
}

fn check(cx: &mut Context<'_>) {
    let Shutdown::OnlyStarts(node) = instance_shutdown::shutdown(cx) else {
        return;
    };
    let fix = instance_shutdown::add_idle_shutdown(cx);
    let cost = monthly_cost::monthly_cost(cx, cx.document.get("size"), 1);
    let message = format!(
        "a schedule starts {}, and nothing stops it",
        instance_shutdown::instance_name(cx)
    );
    let diagnostic = cx.report(node.range(), message);
    diagnostic
        .note("it also starts on days when nobody uses it, and is billed until somebody stops it");
    if let Some(cost) = cost {
        diagnostic.note(format!("running all the time costs {cost}"));
    }
    diagnostic.help("add an entry with `action: stop`, or `idle_time_before_shutdown_minutes: 60`");
    diagnostic.fixes.extend(fix);
}
