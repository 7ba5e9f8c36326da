//! MPI without the number of processes.

use crate::checks::prelude::*;

declare_rule! {
    /// The YAML reference requires `process_count_per_instance` for MPI, but the client accepts a
    /// job without it. No page documents how many processes start on a node without it. One
    /// process for each GPU is usual, or one for each node without GPUs.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// distribution: {type: mpi}
    /// resources: {instance_count: 2}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// distribution: {type: mpi, process_count_per_instance: 1}
    /// resources: {instance_count: 2}
    /// ```
    "mpi-process-count-missing", Compute, Warning,
    summary: "an MPI job that does not set the number of processes for each node",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    for (distribution, _, work) in distribution::distributions(cx) {
        let missing = distribution.get("process_count_per_instance").is_none()
            && !distribution.node.is_incomplete();
        let Some(kind) = distribution
            .node
            .entry("type")
            .filter(|_| missing && distribution.kind == "mpi")
        else {
            continue;
        };
        let gpus = work
            .and_then(|work| machine::machine_of(cx, work))
            .and_then(|machine| machine.gpus());
        let processes = gpus.unwrap_or(1).max(1);
        cx.report(
            kind.value.range(),
            "`process_count_per_instance` is missing in this MPI distribution",
        )
        .note("the YAML reference requires it, and no default is documented")
        .help(format!("add `process_count_per_instance: {processes}`"))
        .unsafe_fix(
            format!("start {} on each node", counted(processes, "process")),
            fix::insert_key(kind, "process_count_per_instance", &processes.to_string()),
        );
    }
}
