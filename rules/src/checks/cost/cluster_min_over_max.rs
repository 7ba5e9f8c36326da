//! A cluster with a minimum number of nodes above the maximum.

use crate::checks::prelude::*;

/// The client's default for `max_instances`.
const DEFAULT_MAX: i64 = 4;

declare_rule! {
    /// A cluster scales between `min_instances` and `max_instances`. No cluster can have a minimum
    /// above the maximum, or a negative number of nodes. The CLI sends both numbers without a
    /// check. Without `max_instances`, it sends 4.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// min_instances: 5
    /// max_instances: 4
    /// ```
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// min_instances: -1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// min_instances: 0
    /// max_instances: 5
    /// ```
    "cluster-min-over-max", Cost, Error,
    kind: ComputeAmlcompute,
    summary: "a compute cluster with `min_instances` above `max_instances`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-compute-aml",
}

/// Returns the number at `key`, with its node.
fn number<'a>(cx: &Context<'a>, key: &str) -> Option<(Node<'a>, i64)> {
    let node = cx.document.get(key).filter(|node| !node.is_repaired())?;
    node.int().map(|value| (node, value))
}

fn check(cx: &mut Context<'_>) {
    let (min, max) = (number(cx, "min_instances"), number(cx, "max_instances"));
    let mut negative = false;
    for (key, found) in [("min_instances", min), ("max_instances", max)] {
        let Some((node, value)) = found.filter(|(_, value)| *value < 0) else {
            continue;
        };
        negative = true;
        let instead = if key == "min_instances" {
            0
        } else {
            value.unsigned_abs()
        };
        cx.report(node.range(), format!("`{key}: {value}` is negative"))
            .note("no cluster can have this number of nodes; the CLI doesn't check it")
            .help(format!("set `{key}: {instead}`"))
            .unsafe_fix(
                format!("set `{key}: {instead}`"),
                fix::replace(node, instead.to_string()),
            );
    }
    if let Some((min_node, min)) = min.filter(|_| !negative) {
        upside_down(cx, min_node, min, max);
    }
}

fn upside_down(cx: &mut Context<'_>, min_node: Node<'_>, min: i64, max: Option<(Node<'_>, i64)>) {
    let path = cx.document.shared_path();
    if let Some((max_node, max)) = max.filter(|(_, max)| min > *max) {
        cx.report(
            min_node.range(),
            format!("`min_instances: {min}` is more than `max_instances: {max}`"),
        )
        .note("no number of nodes meets both; the CLI doesn't check it")
        .help(format!(
            "set `min_instances: 0`, and `max_instances: {min}` for more nodes"
        ))
        .related(&path, max_node.range(), format!("the maximum is {max}"))
        .unsafe_fix("set `min_instances: 0`", fix::replace(min_node, "0"))
        .fix(more_nodes((min_node, min), max_node));
    } else if cx.document.get("max_instances").is_none()
        && min > DEFAULT_MAX
        && cx.document.tree().errors().is_empty()
    {
        cx.report(
            min_node.range(),
            format!(
                "`min_instances: {min}` is more than {DEFAULT_MAX}, the default of `max_instances`"
            ),
        )
        .note(format!(
            "without `max_instances`, the CLI sends {DEFAULT_MAX}; it doesn't compare the two"
        ))
        .help(format!(
            "set `min_instances: 0`, or add `max_instances: {min}`"
        ))
        .unsafe_fix("set `min_instances: 0`", fix::replace(min_node, "0"));
    }
}

/// Returns the fix that sets the maximum to the requested nodes, and the minimum to 0.
fn more_nodes((min_node, min): (Node<'_>, i64), max_node: Node<'_>) -> Fix {
    let edits = vec![
        fix::replace(min_node, "0"),
        fix::replace(max_node, min.to_string()),
    ];
    let title = format!("set `min_instances: 0` and `max_instances: {min}`");
    Fix::unsafe_(title, edits)
}
