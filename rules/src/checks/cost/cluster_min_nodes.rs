//! A cluster that keeps nodes running.

use crate::checks::prelude::*;

declare_rule! {
    /// A cluster with `min_instances` above 0 keeps that many virtual machines running and bills
    /// them around the clock, whether or not a job runs. With 0, nodes start when a job is
    /// submitted and stop when it is done.
    ///
    /// The fix is unsafe because jobs then wait a few minutes for a node to start.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_DS3_v2
    /// min_instances: 2
    /// max_instances: 4
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_DS3_v2
    /// min_instances: 0
    /// max_instances: 4
    /// ```
    "cluster-min-nodes", Cost, Warning,
    kind: ComputeAmlcompute,
    summary: "a compute cluster that keeps nodes running when no job runs",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-optimize-cost",
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("min_instances") else {
        return;
    };
    let Some(min) = node.int().filter(|min| *min > 0) else {
        return;
    };
    if cx
        .document
        .get("max_instances")
        .and_then(Node::int)
        .is_some_and(|max| max < min)
    {
        // No cluster can have these numbers: `cluster-min-over-max`.
        return;
    }
    let size = cx.document.get("size").and_then(known_text);
    let machines = size.map_or_else(|| counted(min, "node"), |size| format!("{min} × {size}"));
    let message = format!("`min_instances: {min}` keeps {machines} running around the clock");
    // The price of low-priority nodes is unknown.
    let dedicated = !cx
        .document
        .get("tier")
        .and_then(known_text)
        .is_some_and(|tier| tier.eq_ignore_ascii_case("low_priority"));
    let rate = size
        .filter(|_| dedicated)
        .and_then(|size| cx.prices().rate(size));
    let cost = match &rate {
        Some(rate) => format!("{} ({})", rate.monthly(min), rate.basis()),
        None => format!("{} billed for 24 hours a day", counted(min, "node")),
    };
    let saved = rate.filter(|rate| !rate.is_of_other_region());
    let saved = saved.map_or_else(String::new, |rate| {
        format!(" and save {}", rate.monthly(min))
    });
    cx.report(node.range(), message)
        .note(format!(
            "{cost}, even when no job runs; with 0, nodes start when a job is submitted"
        ))
        .help("set `min_instances: 0`")
        .unsafe_fix(
            format!("set `min_instances: 0`{saved}"),
            fix::replace(node, "0"),
        );
}
