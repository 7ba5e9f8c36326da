//! Clusters with more nodes than the service allows.

use crate::checks::prelude::*;
use crate::compute::limits::{CLUSTER_NODES_DEFAULT, CLUSTER_NODES_MAX};

declare_rule! {
    /// A compute cluster has at most 100 nodes until a higher limit is asked for, and at most
    /// 65,000 then.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 200
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 100
    /// ```
    "cluster-node-limit", Compute, Info,
    summary: "a compute cluster with more nodes than the limit of the service",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-quotas",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::ComputeAmlcompute) {
        return;
    }
    let Some(node) = cx.document.get("max_instances") else {
        return;
    };
    let Some(max) = node.int().filter(|max| *max > CLUSTER_NODES_DEFAULT) else {
        return;
    };
    if max > CLUSTER_NODES_MAX {
        cx.report(
            node.range(),
            format!(
                "`max_instances: {max}` is more than the {CLUSTER_NODES_MAX} nodes a cluster can \
                 have"
            ),
        )
        .level(Level::Error)
        .note("no request raises the limit of a cluster beyond that (quota page of 2026-01-27)")
        .help(format!(
            "write `max_instances: {CLUSTER_NODES_MAX}` or less"
        ));
    } else {
        cx.report(
            node.range(),
            format!(
                "`max_instances: {max}` needs a higher limit than the usual \
                 {CLUSTER_NODES_DEFAULT} nodes"
            ),
        )
        .note(
            "clusters have that limit until support raises it, communication between nodes has \
             limits of its own (quota page of 2026-01-27)",
        )
        .help("ask for a higher limit before the cluster is created");
    }
}
