//! PyTorch processes that do not match the GPUs of a node.

use crate::checks::prelude::*;

declare_rule! {
    /// In distributed PyTorch, each process usually uses one GPU. With fewer processes than GPUs on
    /// a node, the other GPUs are billed and idle. With more, several processes share a GPU or
    /// fail. By default, one process starts on each node.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// distribution: {type: pytorch, process_count_per_instance: 1}
    /// resources: {instance_count: 2, instance_type: Standard_NC64as_T4_v3}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// distribution: {type: pytorch, process_count_per_instance: 4}
    /// resources: {instance_count: 2, instance_type: Standard_NC64as_T4_v3}
    /// ```
    "process-count-vs-gpus", Compute, Warning,
    summary: "a number of PyTorch processes that is not the number of GPUs of a node",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-distributed-gpu",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task.trains()) {
        let Some(machine) = machine::machine_of(cx, work) else {
            continue;
        };
        let Some(gpus) = machine.gpus().filter(|gpus| *gpus > 0) else {
            continue;
        };
        let Some(distribution) =
            distribution::distribution_of(cx, work).filter(|found| found.kind == "pytorch")
        else {
            continue;
        };
        let written = distribution.get("process_count_per_instance");
        let Some(processes) = written.map_or(Some(1), Node::int) else {
            continue;
        };
        if processes == gpus || processes < 1 {
            continue;
        }
        let command = software::command_of(cx, work);
        let is_launched = if processes == 1 {
            // One process that starts the others itself is valid on every machine.
            command.is_none_or(software::launches_itself)
        } else {
            // `torchrun-in-each-process` reports several.
            command.and_then(software::process_launcher).is_some()
        };
        if !is_launched {
            report(cx, work, &machine, &distribution, (processes, gpus));
        }
    }
}

fn report<'a>(
    cx: &mut Context<'a>,
    work: &Work<'a>,
    machine: &Machine<'a>,
    distribution: &Distribution<'a>,
    (processes, gpus): (i64, i64),
) {
    let written = distribution.get("process_count_per_instance");
    let kind = distribution.node.entry("type");
    let node = written
        .or(kind.map(|kind| kind.value))
        .unwrap_or(distribution.node);
    let here = work_values::is_here(cx, node);
    let price = machine
        .price(cx)
        .map_or_else(String::new, |price| format!(" at {price}"));
    let note = if processes < gpus {
        let idle = counted(gpus - processes, "GPU");
        format!("each process uses one GPU, so {idle} of each node stay idle{price}")
    } else {
        let extra = counted(processes - gpus, "process");
        format!("each process uses one GPU, so {extra} on each node would have none")
    };
    let count = counted(processes, "process");
    let default = if written.is_none() {
        " (the default)"
    } else {
        ""
    };
    let diagnostic = cx.report(
        work_values::place_of(cx, work, node),
        format!(
            "{count} for each node{default}, but {} has {}",
            name(machine),
            counted(gpus, "GPU")
        ),
    );
    diagnostic
        .note(note)
        .help(format!("write `process_count_per_instance: {gpus}`"));
    let title = format!("start {} on each node", counted(gpus, "process"));
    match (written, kind) {
        (Some(node), _) if here => {
            diagnostic.unsafe_fix(title, fix::replace(node, gpus.to_string()))
        }
        (None, Some(kind)) if here => diagnostic.unsafe_fix(
            title,
            fix::insert_key(kind, "process_count_per_instance", &gpus.to_string()),
        ),
        _ => diagnostic,
    };
}

fn name(machine: &Machine<'_>) -> String {
    match &machine.compute {
        Some(compute) => format!("`{}` ({})", compute.name(), machine.size.name),
        None => format!("`{}`", machine.size.name),
    }
}
