//! A cluster that keeps idle nodes for a long time.

use crate::checks::prelude::*;

/// Half an hour is enough for the next job in interactive work.
const IDLE: RuleOption = RuleOption {
    name: "idle_minutes",
    default: 30,
    range: (1, 1440),
    doc: "A cluster that keeps idle nodes longer than this is reported.",
};
const DEFAULT: i64 = 120;

declare_rule! {
    /// `idle_time_before_scale_down` is how many seconds a node stays up, and is billed, after its
    /// last job. The default is 120 seconds. More than 1800 seconds (30 minutes) is reported,
    /// because each node is billed for that time after every job.
    ///
    /// A longer time can be right for a cluster that runs small jobs all day. Ignore the rule
    /// there.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 4
    /// idle_time_before_scale_down: 7200
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 4
    /// idle_time_before_scale_down: 300
    /// ```
    "cluster-slow-scale-down", Cost, Info,
    kind: ComputeAmlcompute,
    options: [IDLE],
    summary: "a compute cluster that keeps idle nodes for more than 30 minutes",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-optimize-cost",
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("idle_time_before_scale_down") else {
        return;
    };
    let Some(idle) = node
        .int()
        .filter(|idle| *idle > cx.number(&IDLE) * 60 && !node.is_repaired())
    else {
        return;
    };
    let number = |key: &str| cx.document.get(key).and_then(Node::int);
    if number("min_instances")
        .is_some_and(|min| number("max_instances").is_some_and(|max| min >= max))
    {
        // Its nodes are never released.
        return;
    }
    let message = format!(
        "idle nodes are billed for {} after their last job",
        duration(idle)
    );
    cx.report(node.range(), message)
        .note(format!(
            "`idle_time_before_scale_down` is in seconds, and its default is {DEFAULT}"
        ))
        .help(format!("set `idle_time_before_scale_down: {DEFAULT}`"))
        .unsafe_fix(
            format!("set `idle_time_before_scale_down: {DEFAULT}`"),
            fix::replace(node, DEFAULT.to_string()),
        );
}
