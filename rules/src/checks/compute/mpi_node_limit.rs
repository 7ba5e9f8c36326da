//! MPI runs on more nodes than the service allows.

use crate::checks::prelude::*;
use crate::compute::limits::MPI_NODES;

const NODES: RuleOption = RuleOption {
    name: "nodes",
    default: MPI_NODES,
    range: (1, 10_000),
    doc: "The maximum number of nodes, if support raised it for you.",
};

declare_rule! {
    /// One MPI run can have up to 100 nodes on a compute cluster. The client doesn't check this.
    /// Support can grant an exception, so this is a warning.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// distribution: {type: mpi, process_count_per_instance: 1}
    /// resources: {instance_count: 120}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// distribution: {type: mpi, process_count_per_instance: 1}
    /// resources: {instance_count: 100}
    /// ```
    "mpi-node-limit", Compute, Warning,
    options: [NODES],
    summary: "an MPI job with more nodes than the limit of one MPI run",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-quotas",
}

fn check(cx: &mut Context<'_>) {
    let limit = cx.number(&NODES);
    for (distribution, nodes, work) in distribution::distributions(cx) {
        let Some(node) =
            nodes.filter(|node| distribution.kind == "mpi" && work_values::is_here(cx, *node))
        else {
            continue;
        };
        let Some(count) = node.int().filter(|count| *count > limit) else {
            continue;
        };
        // On Kubernetes, the nodes belong to the user.
        let kind = work
            .and_then(|work| cx.known_compute(work))
            .and_then(|(compute, _)| compute.kind());
        if kind == Some(ComputeKind::Kubernetes) {
            continue;
        }
        cx.report(
            node.range(),
            format!("{count} nodes are over the limit of {limit} nodes for one MPI run"),
        )
        .note(
            "the service probably rejects the job; only a support ticket can raise the limit \
             (quota page of 2026-01-27)",
        )
        .help(format!("write `instance_count: {limit}`"))
        .unsafe_fix(
            format!("run on {limit} nodes"),
            fix::replace(node, limit.to_string()),
        );
    }
}
