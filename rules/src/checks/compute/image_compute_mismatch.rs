//! Environments for GPUs on CPU sizes, and environments for CPUs on GPU sizes.

use crate::checks::prelude::*;

declare_rule! {
    /// An image with CUDA is several gigabytes larger than one without. On a CPU size, every node
    /// pulls it before the job starts and can't use it. Conversely, distributed training in an
    /// environment for CPUs leaves the GPUs of its nodes idle.
    ///
    /// The rule only looks at the name of the environment or image.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi5.0-cuda12.4-ubuntu22.04
    /// resources: {instance_type: Standard_DS3_v2}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04
    /// resources: {instance_type: Standard_DS3_v2}
    /// ```
    "image-compute-mismatch", Compute, Info,
    summary: "an environment for GPUs on a CPU size, or one for CPUs in distributed training on \
              GPUs",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-distributed-gpu",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task.trains()) {
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
                    format!("`{name}` is an environment for GPUs, but runs on {on}"),
                )
                .note("each node pulls several gigabytes of CUDA libraries that it can't use")
                .help("use an environment without CUDA, or a GPU size");
            }
            (Software::Cpu, Some(1..)) if distribution::distribution_of(cx, work).is_some() => {
                let cost = machine
                    .price(cx)
                    .map_or_else(String::new, |price| format!(", at {price}"));
                cx.report(
                    range,
                    format!(
                        "`{name}` is an environment for CPUs, but the training is distributed over \
                         {on}"
                    ),
                )
                .note(format!(
                    "without CUDA the processes run on the CPUs, and the GPUs stay idle{cost}"
                ))
                .help("use an environment with CUDA, or a CPU size");
            }
            _ => {}
        }
    }
}
