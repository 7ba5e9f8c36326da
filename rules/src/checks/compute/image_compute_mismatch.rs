//! Software for GPUs on machines without, and the other way round.

use crate::checks::prelude::*;

declare_rule! {
    /// An image with CUDA is several gigabytes larger than one without, and on a size without GPU
    /// its CUDA part does nothing: every node pulls it before the job starts. The other way round,
    /// distributed training in an environment made for CPUs leaves the GPUs of its nodes idle.
    ///
    /// Only the name of the environment or image is looked at.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi5.0-cuda12.4-ubuntu22.04
    /// resources: {instance_type: Standard_DS3_v2}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04
    /// resources: {instance_type: Standard_DS3_v2}
    /// ```
    "image-compute-mismatch", Compute, Info,
    summary: "an environment for GPUs on a size without, or one for CPUs in distributed training \
              on GPUs",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-distributed-gpu",
}

fn check(cx: &mut Context<'_>) {
    for work in cx
        .works()
        .iter()
        .filter(|work| matches!(work.task, Task::Command | Task::Sweep))
    {
        let Some(machine) = machine::machine_of(cx, work) else {
            continue;
        };
        let Some((software, node, name)) = software::software_of(cx, work) else {
            continue;
        };
        let range = work_values::place_of(cx, work, node);
        let on = machine.describe();
        match (software, machine.gpus()) {
            (Software::Cuda, Some(0)) => {
                cx.report(
                    range,
                    format!("`{name}` is made for GPUs, but runs on {on}"),
                )
                .note("each node pulls the CUDA libraries, several gigabytes, and cannot use them")
                .help("take an environment without CUDA, or a size with GPU");
            }
            (Software::Cpu, Some(1..)) if distribution::distribution_of(cx, work).is_some() => {
                let cost = machine
                    .price(cx)
                    .map_or_else(String::new, |price| format!(", at {price}"));
                cx.report(
                    range,
                    format!("`{name}` is made for CPUs, but its training is distributed over {on}"),
                )
                .note(format!(
                    "without CUDA the processes compute on the CPUs, and the GPUs stay idle{cost}"
                ))
                .help("take an environment with CUDA, or a size without GPU");
            }
            _ => {}
        }
    }
}
