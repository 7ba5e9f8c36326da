//! AutoML on images or text without a GPU.

use crate::checks::prelude::*;

/// The smallest size with a whole GPU of a series that doesn't retire soon.
const SMALL_GPU: &str = "Standard_NC4as_T4_v3";

declare_rule! {
    /// AutoML for images and for text trains deep neural networks and needs sizes with NVIDIA GPUs
    /// (NC and ND series). On a CPU size an image job fails. For a text job this is a warning: it
    /// probably fails too.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/autoMLJob.schema.json
    /// type: automl
    /// task: image_classification
    /// target_column_name: label
    /// training_data: {type: mltable, path: azureml:images@latest}
    /// resources: {instance_type: Standard_DS3_v2}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/autoMLJob.schema.json
    /// type: automl
    /// task: image_classification
    /// target_column_name: label
    /// training_data: {type: mltable, path: azureml:images@latest}
    /// resources: {instance_type: Standard_NC4as_T4_v3}
    /// ```
    "gpu-required", Compute, Error,
    summary: "AutoML for images or text on a size without a GPU",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-auto-train-image-models",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        let (what, level) = match work.task {
            Task::AutoMlImage => ("images", Level::Error),
            Task::AutoMlText => ("text", Level::Warning),
            _ => continue,
        };
        let Some(machine) =
            machine::machine_of(cx, work).filter(|machine| machine.gpus() == Some(0))
        else {
            continue;
        };
        let fixes = fixes(cx, work, &machine);
        let diagnostic = cx.report(
            work_values::place_of(cx, work, machine.node),
            format!(
                "AutoML for {what} needs a GPU, and {} has none",
                name(&machine)
            ),
        );
        diagnostic
            .level(level)
            .note(
                "it trains deep neural networks, for which Microsoft requires the NC or ND series",
            )
            .help(format!("use a GPU size, such as `{SMALL_GPU}`"));
        if let Some(compute) = &machine.compute {
            let origin = compute.origin();
            let message = format!(
                "`{}` is defined here: {}",
                compute.name(),
                compute.first().describe()
            );
            diagnostic.related(&origin.path, origin.range, message);
        }
        diagnostic.fixes = fixes;
    }
}

fn name(machine: &Machine<'_>) -> String {
    match &machine.compute {
        Some(compute) => format!("`{}` ({})", compute.name(), machine.size.name),
        None => format!("`{}`", machine.size.name),
    }
}

/// Returns fixes for the known clusters with GPUs; on serverless compute, for another size.
fn fixes<'a>(cx: &Context<'a>, work: &Work<'a>, machine: &Machine<'a>) -> Vec<Fix> {
    let Some(target) = work.target.node.filter(|_| machine.compute.is_some()) else {
        let edit = fix::replace(machine.node, SMALL_GPU);
        let here = work_values::is_here(cx, machine.node);
        let price = price_change::of_size(cx, SMALL_GPU, machine.size.name, machine.node);
        return here
            .then(|| Fix::unsafe_(format!("use `{SMALL_GPU}`{price}"), vec![edit]))
            .into_iter()
            .collect();
    };
    let old = machine.compute.as_ref().map(KnownCompute::first);
    let mut fixes = Vec::new();
    for def in compute_fixes::fitting_computes(cx, Load::Automl, 1) {
        if has_gpu(&def) {
            let title = format!("run on {}", compute_fixes::titled(cx, &def, old));
            let edit = fix::set_reference(target, &def.name);
            fixes.push(Fix::unsafe_(title, vec![edit]));
        }
    }
    fixes
}

fn has_gpu(def: &ComputeDef) -> bool {
    let size = def.size.as_deref().and_then(vm_size);
    let gpus = size.and_then(|size| size.gpus);
    gpus.is_some_and(|gpus| gpus >= 1.0)
}
