//! A cluster that has the same number of nodes all the time.

use crate::checks::prelude::*;

declare_rule! {
    /// A compute cluster grows when jobs wait and shrinks when they are done. With `min_instances`
    /// equal to `max_instances` it does neither: its nodes are billed all the time, and a job that
    /// could use more of them waits.
    ///
    /// That the nodes are billed while nothing runs is what `cluster-min-nodes` is about; this rule
    /// speaks of the other side, that no node is ever added. Both are gone with `min_instances: 0`.
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
    "fixed-size-cluster", Cost, Info,
    summary: "a compute cluster that never grows or shrinks",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-attach-compute-cluster",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::ComputeAmlcompute) {
        return;
    }
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
        format!("the cluster never scales: `max_instances` is {max}, and so is `min_instances`"),
    )
    .note(format!(
        "it has {nodes} while nothing runs, and no more than {nodes} while jobs wait in the queue"
    ))
    .help("write `min_instances: 0`, and in `max_instances` as many nodes as a busy day needs")
    .related(&path, min_node.range(), format!("never fewer than {nodes}"));
}
