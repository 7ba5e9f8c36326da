//! Work for CPUs on a GPU size.

use crate::checks::prelude::*;

declare_rule! {
    /// A GPU size costs several times as much as a CPU size. Work in an environment for CPUs and
    /// steps that only register a model don't use the GPU. In a pipeline, each step can have its
    /// own compute.
    ///
    /// The rule only looks at names, so this is a hint. If the name of the environment and that of
    /// the step both say so, it is an info.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:gpu-cluster}
    /// jobs:
    ///   prepare:
    ///     type: command
    ///     command: python -m prepare
    ///     environment: azureml:sklearn-1.5:3
    /// ```
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: gpu-cluster
    /// size: Standard_NC24ads_A100_v4
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:gpu-cluster}
    /// jobs:
    ///   prepare:
    ///     type: command
    ///     command: python -m prepare
    ///     environment: azureml:sklearn-1.5:3
    ///     compute: azureml:cpu-cluster
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_DS3_v2
    /// ```
    "gpu-for-cpu-step", Compute, Hint,
    summary: "work for CPUs on a GPU size",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-optimize-cost",
}

/// Words in the names of steps that rarely use a GPU.
const CHORES: &[&str] = &[
    "register",
    "registration",
    "prep",
    "prepare",
    "preprocess",
    "split",
    "merge",
    "clean",
    "evaluate",
    "eval",
];

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Command) {
        if !work_values::is_whole(cx, work) {
            continue;
        }
        let Some(machine) = machine::machine_of(cx, work)
            .filter(|machine| machine.gpus().is_some_and(|gpus| gpus > 0))
        else {
            continue;
        };
        // Another rule reports software for CPUs that is distributed over GPUs.
        if distribution::distribution_of(cx, work).is_some() {
            continue;
        }
        let chore = work.step_name().and_then(chore);
        let software = software::software_of(cx, work);
        match (software, chore) {
            (Some((Software::Cpu, _, name)), _) => {
                let level = if chore.is_some() {
                    Level::Info
                } else {
                    Level::Hint
                };
                report(
                    cx,
                    work,
                    &machine,
                    level,
                    &format!("its environment `{name}` is made for CPUs"),
                );
            }
            (None, Some("register" | "registration")) => {
                report(
                    cx,
                    work,
                    &machine,
                    Level::Hint,
                    "it only registers a model, which needs no GPU",
                );
            }
            _ => {}
        }
    }
}

fn report<'a>(
    cx: &mut Context<'a>,
    work: &Work<'a>,
    machine: &Machine<'a>,
    level: Level,
    why: &str,
) {
    let range = match work.target.inherited {
        Inherited::Own | Inherited::Unset => work_values::place_of(cx, work, machine.node),
        Inherited::DefaultCompute | Inherited::Pipeline => {
            work.step.unwrap_or(machine.node).range()
        }
    };
    let cost = machine
        .price(cx)
        .map_or_else(String::new, |price| format!(": {price}"));
    let fixes = fixes(cx, work, machine);
    let diagnostic = cx.report(
        range,
        format!(
            "{} runs on {}, but {why}",
            work.subject(),
            machine.describe()
        ),
    );
    diagnostic
        .level(level)
        .note(format!(
            "a GPU size is billed in full even while only its CPUs are used{cost}"
        ))
        .help("run it on a compute with a CPU size");
    diagnostic.fixes = fixes;
}

/// Returns fixes for the known clusters without GPU.
fn fixes<'a>(cx: &Context<'a>, work: &Work<'a>, machine: &Machine<'a>) -> Vec<Fix> {
    let old = machine.compute.as_ref().map(KnownCompute::first);
    let nodes = cx.instance_count(work).map_or(1, |(count, _)| count);
    let mut fixes = Vec::new();
    for def in compute_fixes::fitting_computes(cx, Load::Command, nodes) {
        let Some(edit) = set_own_compute(work, &def.name).filter(|_| has_no_gpu(&def)) else {
            continue;
        };
        let title = format!("run on {}", compute_fixes::titled(cx, &def, old));
        fixes.push(Fix::unsafe_(title, vec![edit]));
    }
    fixes
}

fn has_no_gpu(def: &ComputeDef) -> bool {
    let size = def.size.as_deref().and_then(vm_size);
    size.and_then(|size| size.gpus) == Some(0.0)
}

/// Sets the compute of `work` alone to `name`.
fn set_own_compute(work: &Work<'_>, name: &str) -> Option<Edit> {
    match (
        work.target.inherited,
        work.target.node,
        work.node.entry("type"),
    ) {
        (Inherited::Own, Some(node), _) => Some(fix::set_reference(node, name)),
        (Inherited::DefaultCompute | Inherited::Pipeline, _, Some(kind)) => {
            Some(fix::insert_key(kind, "compute", &format!("azureml:{name}")))
        }
        _ => None,
    }
}

fn chore(step: &str) -> Option<&'static str> {
    let mut words = step.split(|c: char| !c.is_ascii_alphanumeric());
    words.find_map(|word| {
        CHORES
            .iter()
            .find(|chore| chore.eq_ignore_ascii_case(word))
            .copied()
    })
}
