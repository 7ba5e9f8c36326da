//! A literal that the component's parameter does not allow.

use crate::checks::prelude::*;
use crate::path::file_name;

declare_rule! {
    /// A component declares the type of each parameter, and optionally `min`, `max`, or `enum`. A
    /// step that passes any other literal fails when it is about to run. The CLI loads the file
    /// without comparing the values. A quoted number is accepted as a number.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {dropout: 5}
    /// ```
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python -m train --dropout ${{inputs.dropout}}
    /// environment: azureml:sklearn@latest
    /// inputs: {dropout: {type: number, min: 0, max: 1}}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {dropout: 0.5}
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python -m train --dropout ${{inputs.dropout}}
    /// environment: azureml:sklearn@latest
    /// inputs: {dropout: {type: number, min: 0, max: 1}}
    /// ```
    "input-value-mismatch", Reference, Error,
    marks: [Unfinished],
    summary: "a literal that the component's parameter does not allow",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-component-pipelines-cli",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for step in program
        .calls()
        .map(|(_, step)| step)
        .chain(&program.scheduled)
    {
        let Some(interface) = step.callee.interface() else {
            continue;
        };
        for given in &step.inputs.list {
            let Some(port) = interface.inputs.get(given.name()) else {
                continue;
            };
            if let Some(problem) = problem(port, *given) {
                report(cx, step, interface, port, *given, &problem);
            }
        }
    }
}

fn problem(port: Port<'_>, given: Port<'_>) -> Option<String> {
    let expected = port.declared()?;
    if !expected.is_data() {
        let data = given
            .declared()
            .filter(|kind| kind.is_data() && given.value.kind() == NodeKind::Mapping);
        return match data {
            Some(kind) => Some(format!(
                "is data ({}), but the parameter has type {}",
                kind.name(),
                expected.name()
            )),
            None => literal_values::problem_with(port, given.value),
        };
    }
    // A string counts as a path; a number or a boolean can't be one.
    let literal = given
        .kind()
        .filter(|_| given.value.kind() != NodeKind::Mapping)?;
    (!literal.is_data() && literal.name() != "string")
        .then(|| format!("is a literal, but the input has type {}", expected.name()))
}

fn report<'a>(
    cx: &mut Context<'a>,
    step: &Step<'a>,
    interface: &ComponentInterface<'a>,
    port: Port<'a>,
    given: Port<'a>,
    problem: &str,
) {
    let declared = match interface.document {
        Some(document) => format!(" (declared in {})", file_name(document.path())),
        None => String::new(),
    };
    let message = match given.value.text().filter(|_| problem.starts_with("must")) {
        Some(text) => format!("`{}` is `{text}` but {problem}{declared}", given.name()),
        None => format!("`{}` {problem}{declared}", given.name()),
    };
    let place = if given.value.range().is_empty() {
        given.key
    } else {
        given.value
    };
    let range = if place.kind() == NodeKind::Mapping {
        given.key.range()
    } else {
        place.range()
    };
    let diagnostic = cx.report(range, message);
    if literal_values::is_of_enum(problem) {
        // An official example has a value outside of an `enum`, so the service may accept it.
        diagnostic.level(Level::Warning);
    }
    diagnostic.note(format!(
        "the CLI doesn't compare the two, and {} fails when it is about to run",
        step.subject(),
    ));
    diagnostic.help(format!(
        "change the value, or the declaration of `{}` in the component",
        given.name()
    ));
    if let Some(document) = interface.document {
        diagnostic.related(
            &document.shared_path(),
            port.key.range(),
            "the parameter is declared here",
        );
    }
}
