//! A literal that the component's parameter does not take.

use crate::checks::prelude::*;

declare_rule! {
    /// A component says what its parameters take: a type, `min` and `max`, an `enum`. A literal
    /// outside of that is refused when the step is about to run; the official client loads it. Text
    /// that reads as a number is a number.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {dropout: 5}
    /// ```
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --dropout ${{inputs.dropout}}
    /// environment: azureml:sklearn@latest
    /// inputs: {dropout: {type: number, min: 0, max: 1}}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {dropout: 0.5}
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --dropout ${{inputs.dropout}}
    /// environment: azureml:sklearn@latest
    /// inputs: {dropout: {type: number, min: 0, max: 1}}
    /// ```
    "input-value-mismatch", Reference, Error,
    summary: "a literal that the component's parameter does not take",
    fix: None,
    since: "0.1.0",
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
    let wanted = port.declared()?;
    if !wanted.is_data() {
        let data = given
            .declared()
            .filter(|kind| kind.is_data() && given.value.kind() == NodeKind::Mapping);
        return match data {
            Some(kind) => Some(format!(
                "is data ({}), but the parameter is of type {}",
                kind.name(),
                wanted.name()
            )),
            None => literal_values::problem_with(port, given.value),
        };
    }
    // Text is taken for a path; a number or a boolean cannot be one.
    let literal = given
        .kind()
        .filter(|_| given.value.kind() != NodeKind::Mapping)?;
    (!literal.is_data() && literal.name() != "string")
        .then(|| format!("is a literal, but the input is data ({})", wanted.name()))
}

fn report<'a>(
    cx: &mut Context<'a>,
    step: &Step<'a>,
    interface: &Interface<'a>,
    port: Port<'a>,
    given: Port<'a>,
    problem: &str,
) {
    let shown = given
        .value
        .text()
        .map_or(String::new(), |text| format!(" `{text}`"));
    let message = format!("`{}`{shown} {problem}", given.name());
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
        // An official example gives a value outside of an `enum`, so the service may let it pass.
        diagnostic.level(Level::Warning);
    }
    diagnostic.note(format!(
        "{} runs {}, which does not take it",
        step.subject(),
        interface.subject()
    ));
    if let Some(document) = interface.document {
        diagnostic.related(
            &document.shared_path(),
            port.key.range(),
            "the parameter is declared here",
        );
    }
}
