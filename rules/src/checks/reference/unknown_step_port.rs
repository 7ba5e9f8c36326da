//! `${{parent.jobs.s.outputs.p}}` where step `s` has no output `p`.

use crate::checks::prelude::*;
use crate::expression::{Callee, Declaration, Name};

declare_rule! {
    /// A step has the outputs that its component declares. A step with its own command has the
    /// outputs that it declares itself. If the component is not in the folder, nothing is reported.
    ///
    /// An AutoML step has only the outputs that it declares: `best_model: {type: mlflow_model}`.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   prep:
    ///     component: ./prep.yml
    ///   train:
    ///     component: azureml:train:1
    ///     inputs:
    ///       data: ${{parent.jobs.prep.outputs.cleen}}
    /// ```
    /// ```yaml bad path=prep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: prep
    /// command: python -m prep --out ${{outputs.clean}}
    /// environment: azureml:sklearn@latest
    /// outputs: {clean: {type: uri_folder}}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   prep:
    ///     component: ./prep.yml
    ///   train:
    ///     component: azureml:train:1
    ///     inputs:
    ///       data: ${{parent.jobs.prep.outputs.clean}}
    /// ```
    /// ```yaml good path=prep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: prep
    /// command: python -m prep --out ${{outputs.clean}}
    /// environment: azureml:sklearn@latest
    /// outputs: {clean: {type: uri_folder}}
    /// ```
    "unknown-step-port", Reference, Error,
    marks: [Unfinished],
    summary: "a binding to an input or output that the step doesn't have",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#binding-inputs-and-outputs-between-steps-in-a-pipeline-job",
}

/// Ports that the service adds to steps: artifacts, and those of data transfers.
const IMPLICIT: &[&str] = &["default", "sink", "source", "output"];

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions() {
        let in_step = matches!(
            site.role,
            ExpressionRole::StepInput | ExpressionRole::StepOutput | ExpressionRole::StepField
        );
        let Some(pipeline) = program.pipeline(site).filter(|_| in_step) else {
            continue;
        };
        let (step, port, kind) = match &expression.target {
            Target::StepOutput(step, port) => (step, port, Declaration::Output),
            Target::StepInput(step, port) => (step, port, Declaration::Input),
            _ => continue,
        };
        let Some((_, step)) = pipeline.step(step.text) else {
            continue;
        };
        if !unknown_names::is_plain(port.text)
            || step.may_have(kind, port.text)
            || is_implicit(step, port)
        {
            continue;
        }
        let port_type = declarations::port_at(program, site).and_then(Port::declared);
        report(cx, site, step, (port, port_type), kind);
    }
}

/// Returns the ports of `step`: those that it sets, then those of its component.
fn known<'a>(
    cx: &Context<'_>,
    step: &Step<'a>,
    kind: Declaration,
) -> unknown_names::KnownNames<'a> {
    let own = step.own_ports(kind);
    let Some(declared) = step.declared_ports(kind) else {
        return unknown_names::KnownNames::of(cx, own);
    };
    let is_new = |name: &&str| own.get(name).is_none();
    let both = own.names().filter(|name| declared.get(name).is_some());
    let count = own.list.len() + declared.list.len() - both.count();
    unknown_names::KnownNames::new(
        cx,
        own.names().chain(declared.names().filter(is_new)),
        count,
    )
}

fn is_implicit(step: &Step<'_>, port: &Name<'_>) -> bool {
    IMPLICIT.contains(&port.text)
        && step.callee.interface().is_none()
        && step.kind != StepKind::AutoMl
}

fn report<'a>(
    cx: &mut Context<'a>,
    site: &ExpressionSite<'a>,
    step: &Step<'a>,
    (port, port_type): (&Name<'a>, Option<PortType>),
    kind: Declaration,
) {
    let known = &known(cx, step, kind);
    let word = kind.label();
    let automl = step.kind == StepKind::AutoMl;
    let declare = (word == "output").then(|| declare_output(step, port.text, port_type));
    let message = format!("step `{}` has no {word} `{}`", step.name(), port.text);
    let Some(diagnostic) = unknown_names::report(cx, &site.text, port, message, known) else {
        return;
    };
    let section = format!("{word}s");
    match step.callee.interface() {
        Some(interface) => {
            let owner = format!("{section} of {}", interface.subject());
            diagnostic.note(unknown_names::known_in(&owner, known))
        }
        None if automl => diagnostic.note("an AutoML step has only the outputs that it declares"),
        None => {
            let owner = format!("{section} of the step");
            diagnostic.note(unknown_names::known_in(&owner, known))
        }
    };
    if automl && diagnostic.help.is_none() {
        diagnostic.help(format!(
            "add `outputs: {{{}: {{type: mlflow_model}}}}` to the step",
            port.text
        ));
    }
    diagnostic.fixes.extend(declare.flatten());
    let file = step.callee.interface().and_then(|it| it.document);
    let declared = file.and_then(|file| Some((file, file.get(&section)?.key()?)));
    if let Some((file, key)) = declared {
        let here = format!("the {section} are declared here");
        diagnostic.related(&file.shared_path(), key.range(), here);
    }
}

/// Declares the output `name` in the step or its component.
fn declare_output(step: &Step<'_>, name: &str, port_type: Option<PortType>) -> Option<Fix> {
    let guess = if step.kind == StepKind::AutoMl {
        PortType::MlflowModel
    } else {
        PortType::UriFolder
    };
    let kind = port_type.filter(|kind| kind.is_data()).unwrap_or(guess);
    let value = declarations::typed_declaration(kind);
    let (owner, edit) = match &step.callee {
        Callee::Own => {
            let edit = declarations::declare(step.node, "outputs", name, &value);
            (step.subject(), edit?)
        }
        Callee::Component(interface) => {
            let edit = declarations::declare_in_component(interface, "outputs", name, &value);
            (interface.subject(), edit?)
        }
        _ => return None,
    };
    let title = format!("declare the output `{name}` of {owner}");
    Some(Fix::unsafe_(title, vec![edit]))
}
