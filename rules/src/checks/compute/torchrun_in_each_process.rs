//! A launcher in a command that Azure ML starts several times.

use crate::checks::prelude::*;

declare_rule! {
    /// With `distribution: {type: pytorch}`, Azure ML runs the command
    /// `process_count_per_instance` times on each node, and assigns each process a rank.
    /// `torchrun` starts its own processes, and assigns them other ranks. Together, they start too
    /// many: 4 times 4 processes on a node with 4 GPUs.
    ///
    /// Use one of them: `torchrun` with `process_count_per_instance: 1`, so that it runs once on
    /// each node, or the script itself with one process for each GPU.
    ///
    /// The number must be in the command: `--nproc_per_node` with at least 2, `gpu`, or `auto`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: torchrun --nproc_per_node=4 train.py
    /// code: src
    /// environment: azureml:pytorch:1
    /// distribution: {type: pytorch, process_count_per_instance: 4}
    /// resources: {instance_count: 1, instance_type: Standard_NC64as_T4_v3}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch:1
    /// distribution: {type: pytorch, process_count_per_instance: 4}
    /// resources: {instance_count: 1, instance_type: Standard_NC64as_T4_v3}
    /// ```
    "torchrun-in-each-process", Compute, Warning,
    summary: "several processes of a node that each start `torchrun`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-distributed-gpu?view=azureml-api-1",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter() {
        let Some(distribution) =
            distribution::distribution_of(cx, work).filter(|found| found.kind == "pytorch")
        else {
            continue;
        };
        let Some(node) = distribution.get("process_count_per_instance") else {
            continue;
        };
        let Some(times) = node.int().filter(|times| *times > 1) else {
            continue;
        };
        let Some(launcher) = software::command_of(cx, work).and_then(software::process_launcher)
        else {
            continue;
        };
        let started = match launcher.processes {
            Some(processes) => format!("{processes} processes"),
            None => "a process for each GPU".to_owned(),
        };
        let total = launcher.processes.map_or_else(String::new, |processes| {
            let total = processes.saturating_mul(times);
            format!(", so {total} processes start on each node")
        });
        let here = work_values::is_here(cx, node);
        let diagnostic = cx.report(
            work_values::place_of(cx, work, node),
            format!(
                "`{}` starts {started} in each of the {times} processes of a node",
                launcher.name
            ),
        );
        diagnostic
            .note(format!(
                "`process_count_per_instance: {times}` runs the command {times} times on each \
                 node{total}"
            ))
            .help(
                "write `process_count_per_instance: 1`, or run the script with `python`, so that \
                 Azure ML starts the processes",
            );
        if here {
            diagnostic.unsafe_fix("run the command once on each node", fix::replace(node, "1"));
        }
    }
}
