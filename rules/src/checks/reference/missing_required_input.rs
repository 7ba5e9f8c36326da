//! A step that doesn't set an input that its component requires.

use crate::checks::prelude::*;
use crate::expression::steps_waiting_for;
use crate::similar::are_typed;

declare_rule! {
    /// A component needs a value for every input that is not optional and has no default. The CLI
    /// refuses the pipeline, but its error contains neither the file nor the line. Of a pipeline job
    /// that runs a component, it checks only the inputs that a step of the component uses.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {epochs: 20}
    /// ```
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python -m train ${{inputs.data}} ${{inputs.epochs}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder}
    ///   epochs: {type: integer, default: 10}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   wine: {type: uri_folder, path: azureml:wine:1}
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs:
    ///       data: ${{parent.inputs.wine}}
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python -m train ${{inputs.data}} ${{inputs.epochs}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder}
    ///   epochs: {type: integer, default: 10}
    /// ```
    "missing-required-input", Reference, Error,
    marks: [Missing],
    summary: "a step that doesn't set an input that its component requires",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-component-pipelines-cli",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (pipeline, step) in program.calls() {
        let Some(interface) = step.callee.interface() else {
            flow_data(cx, step);
            continue;
        };
        let misspelled = step_inputs::misspelled(step, interface);
        // The key under which the input is added.
        let place = step
            .node
            .entry("inputs")
            .map_or(step.key, |inputs| inputs.key);
        for port in step_inputs::missing(step, interface) {
            // A misspelled input has its own finding, at the key.
            let is_misspelled = misspelled.iter().any(|(_, meant)| *meant == port.name());
            if is_misspelled || step.key.is_repaired() {
                continue;
            }
            let kind = port
                .declared()
                .map_or(String::new(), |kind| format!(" ({})", kind.name()));
            let message = format!(
                "{} doesn't set the required input `{}`{kind}",
                step.subject(),
                port.name()
            );
            // Each is looked for among all inputs and steps of the pipeline.
            let known = pipeline.inputs.list.len() + pipeline.steps.len();
            let fixes = if are_typed(cx.found.len(), known) {
                candidates(program, pipeline, step, port)
            } else {
                Vec::new()
            };
            let diagnostic = cx.report(place.range(), message);
            diagnostic.note(format!(
                "in {} it is not optional and has no default",
                interface.subject()
            ));
            diagnostic.help(format!("add `{}` to `inputs`", port.name()));
            diagnostic.fixes = fixes;
            if let Some(document) = interface.document {
                diagnostic.related(
                    &document.shared_path(),
                    port.key.range(),
                    "it is declared here",
                );
            }
        }
    }
}

/// Reports a flow without data. A flow gets its data from one input; the other inputs of the step
/// are mapped by the names of the inputs of the flow.
fn flow_data(cx: &mut Context<'_>, step: &Step<'_>) {
    if step.key.is_repaired() || !step_inputs::lacks_flow_data(cx, step) {
        return;
    }
    let name = step_inputs::FLOW_DATA;
    let misspelled = step
        .inputs
        .list
        .iter()
        .find(|port| closest(port.name(), [name]).is_some());
    let place = misspelled
        .map(|port| port.key)
        .or_else(|| step.node.entry("inputs").map(|inputs| inputs.key));
    let message = format!("{} doesn't set the required input `{name}`", step.subject());
    let diagnostic = cx.report(place.unwrap_or(step.key).range(), message);
    diagnostic.note("a flow reads its rows from this input, and the CLI refuses a step without it");
    match misspelled {
        Some(port) => diagnostic
            .help(format!(
                "did you mean `{name}` instead of `{}`?",
                port.name()
            ))
            .unsafe_fix(
                format!("rename `{}` to `{name}`", port.name()),
                fix::replace(port.key, name),
            ),
        None => diagnostic.help(format!("add `{name}` to `inputs`")),
    };
}

/// Maximum number of offered bindings. Completion shows longer lists better.
const OFFERED: usize = 4;

/// Returns bindings that fit: first those of the same name, then outputs of other steps, then
/// inputs of the pipeline.
fn candidates<'a>(
    program: &Program<'a>,
    pipeline: &Pipeline<'a>,
    step: &Step<'a>,
    port: Port<'a>,
) -> Vec<Fix> {
    if step.is_job {
        return Vec::new();
    }
    let mut found = inputs(pipeline, port);
    found.extend(outputs(program, pipeline, step, port));
    // A stable sort preserves the order within a rank.
    found.sort_by_key(|(rank, _)| *rank);
    let only = if found.len() == 1 {
        ", the only match"
    } else {
        ""
    };
    let mut fixes = Vec::new();
    for (_, value) in found.into_iter().take(OFFERED) {
        let title = format!("set `{}` to `{value}`{only}", port.name());
        let edit = declarations::declare(step.node, "inputs", port.name(), &value);
        fixes.extend(edit.map(|edit| Fix::unsafe_(title, vec![edit])));
    }
    fixes
}

/// Returns pipeline inputs of the same type; if a type is unknown, the names have to match.
fn inputs(pipeline: &Pipeline<'_>, port: Port<'_>) -> Vec<(u8, String)> {
    let mut found = Vec::new();
    for input in &pipeline.inputs.list {
        let is_same_name = input.name() == port.name();
        let fits = match (input.kind(), port.declared()) {
            (Some(found), Some(expected)) => found == expected,
            _ => is_same_name,
        };
        if fits {
            let rank = if is_same_name { 0 } else { 3 };
            found.push((rank, format!("${{{{parent.inputs.{}}}}}", input.name())));
        }
    }
    found
}

/// Returns outputs of the same type, of the steps that don't depend on this one; the closest before
/// it first.
fn outputs(
    program: &Program<'_>,
    pipeline: &Pipeline<'_>,
    step: &Step<'_>,
    port: Port<'_>,
) -> Vec<(u8, String)> {
    let Some((at, _)) = pipeline.step(step.name()) else {
        return Vec::new();
    };
    let waiting = steps_waiting_for(program, pipeline, Some(at));
    let nearest = (0..at).rev().chain(at + 1..pipeline.steps.len());
    let free = nearest.filter(|index| waiting.get(*index) == Some(&false));
    let mut found = Vec::new();
    // Steps that are far away are unlikely candidates.
    for index in free.take(50) {
        let Some(other) = pipeline.steps.get(index) else {
            continue;
        };
        for output in other.readable_outputs().list {
            let of_component = other
                .callee
                .interface()
                .and_then(|it| it.outputs.get(output.name()));
            let kind = output.declared().or_else(|| of_component?.declared());
            if kind.is_some() && kind == port.declared() {
                let value = format!(
                    "${{{{parent.jobs.{}.outputs.{}}}}}",
                    other.name(),
                    output.name()
                );
                found.push((if output.name() == port.name() { 1 } else { 2 }, value));
            }
        }
    }
    found
}
