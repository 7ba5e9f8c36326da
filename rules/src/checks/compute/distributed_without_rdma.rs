//! Distributed training over a slow network.

use crate::checks::prelude::*;
use crate::compute::{VmSize, vm_sizes};

declare_rule! {
    /// Distributed training exchanges gradients between nodes after each step. Sizes with an `r` in
    /// their name usually have InfiniBand for it; the others use Ethernet, which is slower. With
    /// large models, the time that the GPUs wait can cost more than the faster size.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// distribution: {type: pytorch, process_count_per_instance: 8}
    /// resources: {instance_count: 4, instance_type: Standard_ND96is_H100_v5}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// distribution: {type: pytorch, process_count_per_instance: 8}
    /// resources: {instance_count: 4, instance_type: Standard_ND96isr_H100_v5}
    /// ```
    "distributed-without-rdma", Compute, Hint,
    summary: "distributed training on GPU nodes without InfiniBand between them",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-distributed-gpu",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task.trains()) {
        if distribution::distribution_of(cx, work).is_none() {
            continue;
        }
        let count =
            work_values::value_at(cx, work, &["resources", "instance_count"]).and_then(Node::int);
        let Some(count) = count.filter(|count| *count > 1) else {
            continue;
        };
        let Some(machine) = machine::machine_of(cx, work)
            .filter(|machine| machine.gpus().is_some_and(|gpus| gpus > 0))
        else {
            continue;
        };
        // If no such size has InfiniBand, this one was probably not chosen for its speed.
        let Some(faster) = faster(cx, machine.size) else {
            continue;
        };
        let price = |size: &VmSize| price_change::hourly(cx, size.name);
        let prices = match (price(machine.size), price(faster)) {
            (Some(own), Some(other)) => format!(" ({other} instead of {own} for each node)"),
            _ => String::new(),
        };
        #[allow(clippy::cast_possible_truncation)] // No machine has more than 16.
        let gpus = faster.gpus.unwrap_or(0.0) as i64;
        let on = machine.describe();
        cx.report(
            work_values::place_of(cx, work, machine.node),
            format!(
                "{count} nodes exchange gradients over Ethernet, because {on} has no InfiniBand"
            ),
        )
        .note("after each step, the GPUs wait until the nodes have exchanged their gradients")
        .help(format!(
            "compare with `{}`, which has InfiniBand and {}{prices}",
            faster.name,
            counted(gpus, "GPU")
        ));
    }
}

/// Returns `true` if `other` has InfiniBand and at least the GPUs of `size`.
fn replaces(other: &VmSize, size: &VmSize) -> bool {
    other.rdma && other.gpu_model == size.gpu_model && other.gpus >= size.gpus
}

/// Returns the size with InfiniBand, the same GPUs and the closest memory that doesn't retire soon.
fn faster(cx: &Context<'_>, size: &VmSize) -> Option<&'static VmSize> {
    if size.rdma || size.gpu_model.is_empty() {
        return None;
    }
    let today = cx.today();
    let found = vm_sizes()
        .iter()
        .filter(|other| replaces(other, size) && other.is_current(today));
    found.min_by_key(|other| {
        let gpus = other.gpus.unwrap_or(0.0) - size.gpus.unwrap_or(0.0);
        let memory = other.memory_gib.unwrap_or(0.0) - size.memory_gib.unwrap_or(0.0);
        #[allow(clippy::cast_possible_truncation)] // Both are far below 2^53.
        (gpus as i64, memory.abs() as i64)
    })
}
