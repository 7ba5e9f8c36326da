//! A step that sets an input or output that its component doesn't have.

use crate::checks::prelude::*;
use crate::expression::{Ports, scan};

declare_rule! {
    /// A component receives only the inputs and outputs that it declares. The CLI ignores any other
    /// key without warning: a misspelled parameter keeps its default, and the run looks fine. If
    /// the component requires the input that was probably meant, the CLI refuses the pipeline, and
    /// this is an error.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {epoch: 20}
    /// ```
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python -m train --epochs ${{inputs.epochs}}
    /// environment: azureml:sklearn@latest
    /// inputs: {epochs: {type: integer, default: 10}}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {epochs: 20}
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python -m train --epochs ${{inputs.epochs}}
    /// environment: azureml:sklearn@latest
    /// inputs: {epochs: {type: integer, default: 10}}
    /// ```
    "unknown-component-port", Reference, Warning,
    marks: [Unfinished],
    summary: "a step that sets an input or output that its component doesn't have",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-component-pipelines-cli",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let calls = program
        .calls()
        .map(|(pipeline, step)| (Some(pipeline), step));
    for (pipeline, step) in calls.chain(program.scheduled.iter().map(|step| (None, step))) {
        let Some(interface) = step.callee.interface() else {
            continue;
        };
        // The client doesn't compare the inputs of a schedule with the job.
        let misspelled = if pipeline.is_some() {
            step_inputs::misspelled(step, interface)
        } else {
            Vec::new()
        };
        for port in &step.inputs.list {
            let needed = misspelled
                .iter()
                .find(|(key, _)| *key == port.key)
                .map(|(_, meant)| *meant);
            let at = (pipeline, step);
            let Some(diagnostic) = unknown(cx, at, interface, *port, "input", &interface.inputs)
            else {
                continue;
            };
            if let Some(meant) = needed {
                // Declaring another input wouldn't replace the required one.
                diagnostic
                    .fixes
                    .retain(|fix| !fix.title.starts_with(DECLARE));
                diagnostic.level(Level::Error).notes = vec![format!(
                    "the component requires `{meant}`, which {} doesn't set",
                    step.subject()
                )];
            }
        }
        for port in &step.outputs.list {
            unknown(
                cx,
                (pipeline, step),
                interface,
                *port,
                "output",
                &interface.outputs,
            );
        }
    }
}

fn unknown<'c, 'a>(
    cx: &'c mut Context<'a>,
    (pipeline, step): (Option<&Pipeline<'a>>, &Step<'a>),
    interface: &ComponentInterface<'a>,
    port: Port<'a>,
    word: &str,
    known: &Ports<'a>,
) -> Option<&'c mut Diagnostic> {
    let name = port.name();
    // Every job has these two outputs.
    let implicit = step.is_job && word == "output" && unused_ports::IMPLICIT.contains(&name);
    if implicit || known.has(name) || known_text(port.key).is_none() || port.key.is_repaired() {
        return None;
    }
    let section = format!("{word}s");
    let given = step.node.get(&section);
    let known = unknown_names::KnownNames::of(cx, known);
    let mut free = known.looked_at().to_vec();
    free.retain(|name| given.is_none_or(|given| given.get(name).is_none()));
    let near = closest(name, free.iter().copied())
        .or_else(|| closest(name, known.looked_at().iter().copied()));
    let declared = interface.node.get(&section).and_then(Node::key);
    let kind = pipeline.and_then(|pipeline| match word {
        "input" => pipeline.type_given(port),
        _ => Some(output_type(pipeline, port)),
    });
    let edit = kind.and_then(|kind| {
        declarations::declare_in_component(
            interface,
            &section,
            name,
            &declaration(interface, name, word, kind),
        )
    });
    let message = format!("{} has no {word} `{name}`", interface.subject());
    let diagnostic = cx.report(port.key.range(), message);
    diagnostic.note(format!(
        "the CLI ignores it without warning; {}",
        unknown_names::known_in(&section, &known)
    ));
    diagnostic.help(format!(
        "remove `{name}`, or declare the {word} in the component"
    ));
    if let Some(near) = near {
        diagnostic.help(format!("did you mean `{near}`?"));
        if free.contains(&near) {
            diagnostic.unsafe_fix(format!("write `{near}`"), fix::replace(port.key, near));
        }
    }
    if let Some(edit) = edit {
        diagnostic.unsafe_fix(
            format!("{DECLARE} {word} `{name}` of {}", interface.subject()),
            edit,
        );
    }
    if let Some((document, key)) = interface.document.zip(declared) {
        diagnostic.related(
            &document.shared_path(),
            key.range(),
            format!("its {section} are declared here"),
        );
    }
    Some(diagnostic)
}

/// Prefix of the title of the fix that changes the component.
const DECLARE: &str = "declare the";

/// Returns `{type: integer}`, with `optional: true` if the command has the input in brackets.
fn declaration(
    interface: &ComponentInterface<'_>,
    name: &str,
    word: &str,
    kind: PortType,
) -> String {
    let declaration = declarations::typed_declaration(kind);
    let command = interface.node.get("command").and_then(Node::text);
    let is_in_brackets = command.is_some_and(|command| {
        let expressions = scan(command).expressions;
        expressions.iter().any(|found| {
            let is_it = matches!(&found.target, Target::Input(input) if input.text == name);
            is_it && found.bracket.is_some()
        })
    });
    if is_in_brackets && word == "input" {
        declaration.replace('}', ", optional: true}")
    } else {
        declaration
    }
}

/// Returns the type of an output of a step, else that of the pipeline output it is bound to.
fn output_type(pipeline: &Pipeline<'_>, port: Port<'_>) -> PortType {
    port.declared()
        .or_else(|| bound_type(pipeline, port))
        .unwrap_or(PortType::UriFolder)
}

/// Returns the type of the pipeline output that `port` is bound to.
fn bound_type(pipeline: &Pipeline<'_>, port: Port<'_>) -> Option<PortType> {
    let scan = scan(port.value.text()?);
    match &scan.expressions.first()?.target {
        Target::ParentOutput(name) => pipeline.outputs.get(name.text)?.declared(),
        _ => None,
    }
}
