//! Low-priority nodes, which are Spot VMs today.

use crate::checks::prelude::*;

declare_rule! {
    /// Low-priority VMs were retired for Azure Machine Learning on 2026-03-31. A cluster with
    /// `tier: low_priority` is still valid and still runs jobs, but Azure Batch allocates Spot VMs for
    /// it. The price of a Spot VM varies by region and demand, up to the pay-as-you-go price, and you
    /// can't set a maximum price. Nodes can be evicted at any time, and nodes that restart after an
    /// eviction are billed, too, so such a cluster can cost more than a dedicated one.
    ///
    /// Keep the tier for jobs that can be interrupted: those that save checkpoints, or that can be
    /// submitted again.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_D4as_v4
    /// tier: low_priority
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_D4as_v4
    /// tier: dedicated
    /// ```
    "low-priority-retired", Cost, Info,
    summary: "a cluster with low-priority VMs, which are Spot VMs with a variable price since 2026-03-31",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          how-to-manage-optimize-cost#use-low-priority-virtual-machines",
}

fn check(cx: &mut Context<'_>) {
    let ended = ended_features::LOW_PRIORITY_VMS;
    if cx.kind() != Some(Kind::ComputeAmlcompute) {
        return;
    }
    let Some(stage) = cx.stage(&[(ended.plus_days(1), Level::Info)]) else {
        return;
    };
    let tier = cx.document.get("tier");
    let Some(tier) = tier.filter(|tier| known_text(*tier).is_some_and(machine::is_low_priority))
    else {
        return;
    };
    cx.report(
        tier.range(),
        format!(
            "low-priority VMs were retired on {ended}; the nodes are Spot VMs at a variable price"
        ),
    )
    .stage(stage)
    .note(
        "their price can reach that of dedicated nodes, and nodes that restart after an eviction \
         are billed, too",
    )
    .help("use `tier: dedicated`, or keep this tier for jobs that save checkpoints");
}
