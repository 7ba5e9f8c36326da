//! A cluster that always has the same number of nodes.

use crate::checks::prelude::*;

declare_rule! {
    /// A compute cluster adds nodes when jobs are queued and removes them when jobs are done. With
    /// `min_instances` equal to `max_instances` it does neither.
    ///
    /// `cluster-min-nodes` reports that the nodes are billed when no job runs. This rule adds that
    /// no node is ever added, as a hint. `min_instances: 0` fixes both.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// min_instances: 2
    /// max_instances: 2
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// min_instances: 0
    /// max_instances: 2
    /// ```
    "fixed-size-cluster", Cost, Hint,
    kind: ComputeAmlcompute,
    summary: "a compute cluster that never scales",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-attach-compute-cluster",
}

fn check(cx: &mut Context<'_>) {
    let (Some(min_node), Some(max_node)) = (
        cx.document.get("min_instances"),
        cx.document.get("max_instances"),
    ) else {
        return;
    };
    let (Some(min), Some(max)) = (min_node.int(), max_node.int()) else {
        return;
    };
    if min != max || min <= 0 {
        return;
    }
    let path = cx.document.shared_path();
    let nodes = counted(max, "node");
    cx.report(
        max_node.range(),
        format!("the cluster never scales: `min_instances` and `max_instances` are both {max}"),
    )
    .note(format!(
        "it keeps {nodes} when no job runs, and adds none when jobs are queued"
    ))
    .help("set `min_instances: 0`, and set `max_instances` to the most nodes that you need")
    .related(&path, min_node.range(), format!("the minimum is {nodes}"));
}
