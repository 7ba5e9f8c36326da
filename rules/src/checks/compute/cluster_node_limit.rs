//! Clusters with more nodes than the service allows.

use crate::checks::prelude::*;
use crate::compute::limits::{
    CLUSTER_NODES_DEFAULT, CLUSTER_NODES_MAX, CLUSTER_NODES_MPI_DEFAULT, CLUSTER_NODES_MPI_MAX,
};

declare_rule! {
    /// By default, a compute cluster can have 100 nodes, or 300 if its nodes communicate with each
    /// other (MPI) without InfiniBand. Support can raise the limit to 65,000 nodes for clusters that
    /// can't run MPI jobs, and to 4,000 for those that can. For sizes with InfiniBand, the
    /// documentation names 100 nodes and no higher limit.
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
    kind: ComputeAmlcompute,
    summary: "a compute cluster with more nodes than the default limit",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-quotas",
}

fn check(cx: &mut Context<'_>) {
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
                "`max_instances: {max}` is more than the {CLUSTER_NODES_MAX} nodes that a cluster \
                 can have"
            ),
        )
        .level(Level::Error)
        .note("support can't raise the limit any further (quota page of 2026-01-27)")
        .help(format!(
            "write `max_instances: {CLUSTER_NODES_MAX}` or less"
        ));
    } else {
        let (verb, limit) = if max > CLUSTER_NODES_MPI_DEFAULT {
            ("is", CLUSTER_NODES_MPI_DEFAULT)
        } else {
            ("may be", CLUSTER_NODES_DEFAULT)
        };
        cx.report(
            node.range(),
            format!("`max_instances: {max}` {verb} over the default limit of {limit} nodes"),
        )
        .note(format!(
            "the default is {CLUSTER_NODES_DEFAULT} nodes, or {CLUSTER_NODES_MPI_DEFAULT} if \
             nodes communicate (MPI) without InfiniBand (quota page of 2026-01-27); support can \
             raise it to {CLUSTER_NODES_MAX} nodes, or to {CLUSTER_NODES_MPI_MAX} nodes in clusters \
             that run MPI jobs"
        ))
        .help("open a support request for a higher limit before you create the cluster");
    }
}
