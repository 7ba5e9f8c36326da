//! A step that leaves out an input which its component needs.

use crate::expression::{Pipeline, Port, PortType, Program, Site, Step, StepKind, Target};
use crate::prelude::*;
use crate::syntax::Entry;

declare_rule! {
    /// A component cannot run without a value for each input that is neither optional nor has a default. The official
    /// client refuses the pipeline, and names neither the file nor the line.
    ///
    /// A schedule with `inputs` beside its `job` file puts them in the place of the job's, all of them: what the job reads has
    /// to be repeated.
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
    scheduled(cx);
    for (pipeline, step) in cx.program().calls() {
        let Some(interface) = step.callee.interface() else { continue };
        let sampled = (step.kind == StepKind::Sweep).then(|| step.node.get("search_space")).flatten();
        for port in interface.inputs.list.iter().copied().filter(|port| port.is_required()) {
            let given = step.inputs.has(port.name()) || sampled.is_some_and(|space| space.get(port.name()).is_some());
            if given || port.key.is_repaired() || step.key.is_repaired() {
                continue;
            }
            let kind = port.declared().map_or(String::new(), |kind| format!(" ({})", kind.name()));
            let message = format!("{} does not set `{}`{kind}", step.subject(), port.name());
            let fixes = candidates(pipeline, step, port);
            let diagnostic = cx.report(step.key.range(), message);
            diagnostic.note(format!("{} needs it: it is not optional and has no default", interface.subject()));
            diagnostic.help(format!("add `{}` to `inputs`", port.name()));
            diagnostic.fixes = fixes;
            if let Some(document) = interface.document {
                diagnostic.related(&document.shared_path(), port.key.range(), "it is declared here");
            }
        }
    }
}

/// The client puts the `inputs` of a schedule in the place of those of the job file, all of them.
fn scheduled<'a>(cx: &mut Context<'a>) {
    let Some(step) = &cx.program().scheduled else { return };
    let Some(section) = step.node.entry("inputs").filter(|_| !step.inputs.open) else { return };
    let Some((interface, document)) = step.callee.interface().and_then(|it| Some((it, it.document?))) else { return };
    let job = Program::new(cx.workspace, document);
    let reads = |site: &Site<'a>, name: &str| {
        let own = site.pipeline == Some(0) || site.pipeline.is_none();
        own && site.text.scan.expressions.iter().any(|expression| match &expression.target {
            Target::ParentInput(found) => found.first() == name,
            Target::Input(found) => job.pipelines.is_empty() && found.first() == name,
            _ => false,
        })
    };
    for port in interface.inputs.list.iter().filter(|port| !step.inputs.has(port.name()) && !port.is_optional()) {
        if job.sites.iter().any(|site| reads(site, port.name())) {
            cx.report(section.key.range(), format!("this schedule does not set `{}`", port.name()))
                .level(Level::Warning)
                .note(format!("these `inputs` replace those of {}, which reads it", interface.subject()))
                .help(format!("add `{}` to `inputs`", port.name()))
                .related(&document.shared_path(), port.key.range(), "the job declares it here");
        }
    }
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
