//! A step that leaves out an input which its component needs.

use crate::checks::ports;
use crate::expression::{Pipeline, Port, PortType, Step};
use crate::prelude::*;
use crate::similar::closest;
use crate::syntax::Entry;

declare_rule! {
    /// A component cannot run without a value for each input that is neither optional nor has a default. The official
    /// client refuses the pipeline, and names neither the file nor the line.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {epochs: 20}
    /// ```
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py ${{inputs.data}} ${{inputs.epochs}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder}
    ///   epochs: {type: integer, default: 10}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
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
    /// command: python train.py ${{inputs.data}} ${{inputs.epochs}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder}
    ///   epochs: {type: integer, default: 10}
    /// ```
    "missing-required-input", Reference, Error,
    summary: "a step that leaves out an input which its component needs",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-component-pipelines-cli",
}

fn check(cx: &mut Context<'_>) {
    for (pipeline, step) in cx.program().calls() {
        let Some(interface) = step.callee.interface() else {
            flow_data(cx, step);
            continue;
        };
        let misspelt = ports::misspelt(step, interface);
        // The place to add it, where there is one.
        let place = step.node.entry("inputs").map_or(step.key, |inputs| inputs.key);
        for port in ports::missing(step, interface) {
            // That has its own finding, at the key.
            let is_misspelt = misspelt.iter().any(|(_, meant)| *meant == port.name());
            if is_misspelt || step.key.is_repaired() {
                continue;
            }
            let kind = port.declared().map_or(String::new(), |kind| format!(" ({})", kind.name()));
            let message = format!("{} does not set `{}`{kind}", step.subject(), port.name());
            let fixes = candidates(pipeline, step, port);
            let diagnostic = cx.report(place.range(), message);
            diagnostic.note(format!("{} needs it: it is not optional and has no default", interface.subject()));
            diagnostic.help(format!("add `{}` to `inputs`", port.name()));
            diagnostic.fixes = fixes;
            if let Some(document) = interface.document {
                diagnostic.related(&document.shared_path(), port.key.range(), "it is declared here");
            }
        }
    }
}

/// A flow takes its data from one input; what else a step gives it, it reads by the names of the flow's own inputs.
fn flow_data(cx: &mut Context<'_>, step: &Step<'_>) {
    if step.key.is_repaired() || !ports::lacks_flow_data(cx, step) {
        return;
    }
    let name = ports::FLOW_DATA;
    let misspelt = step.inputs.list.iter().find(|port| closest(port.name(), [name]).is_some());
    let place = misspelt.map(|port| port.key).or_else(|| step.node.entry("inputs").map(|inputs| inputs.key));
    let message = format!("{} does not set `{name}`", step.subject());
    let diagnostic = cx.report(place.unwrap_or(step.key).range(), message);
    diagnostic.note("a flow reads its rows from this input, and the client refuses a step without it");
    match misspelt {
        Some(port) => {
            diagnostic.unsafe_fix(format!("rename `{}` to `{name}`", port.name()), fix::replace(port.key, name))
        }
        None => diagnostic.help(format!("add `{name}` to `inputs`")),
    };
}

/// Bindings that fit: a pipeline input of the same name, else the outputs of the steps before with the same type.
fn candidates<'a>(pipeline: &Pipeline<'a>, step: &Step<'a>, port: Port<'a>) -> Vec<Fix> {
    if step.is_job {
        return Vec::new();
    }
    let fits = |kind: Option<PortType>| kind.is_some() && kind == port.declared();
    let mut values: Vec<String> = Vec::new();
    if pipeline.inputs.get(port.name()).is_some_and(|input| input.kind().is_none() || fits(input.kind())) {
        values.push(format!("${{{{parent.inputs.{}}}}}", port.name()));
    }
    let at = pipeline.step(step.name()).map_or(0, |(at, _)| at);
    // The steps just before come first; far away nobody looks.
    for earlier in pipeline.steps[..at].iter().rev().take(50) {
        let outputs = earlier.readable_outputs();
        let typed = outputs.list.iter().filter(|output| {
            let of_component = earlier.callee.interface().and_then(|interface| interface.outputs.get(output.name()));
            fits(output.declared().or_else(|| of_component?.declared()))
        });
        values.extend(typed.map(|output| format!("${{{{parent.jobs.{}.outputs.{}}}}}", earlier.name(), output.name())));
    }
    values.truncate(4);
    let fix = |value: String| {
        Some(Fix::unsafe_(format!("set `{}` to `{value}`", port.name()), vec![bind(step, port.name(), &value)?]))
    };
    values.into_iter().filter_map(fix).collect()
}

/// Adds `name: value` to the inputs of `step`.
fn bind(step: &Step<'_>, name: &str, value: &str) -> Option<Edit> {
    let Some(last) = step.inputs.list.last().filter(|last| last.key.parent() == step.node.get("inputs")) else {
        let after = step.node.entries().last().filter(|_| step.node.get("inputs").is_none() && !step.node.is_flow())?;
        return Some(fix::insert_key(after, "inputs", &format!("{name}: {value}\n")));
    };
    let quoted =
        if step.node.get("inputs").is_some_and(Node::is_flow) { format!("\"{value}\"") } else { value.to_owned() };
    Some(fix::insert_key(Entry { key: last.key, value: last.value }, name, &quoted))
}
