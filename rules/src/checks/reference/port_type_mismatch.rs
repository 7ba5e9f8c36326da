//! A binding between two incompatible types.

use std::collections::HashMap;

use crate::checks::prelude::*;
use crate::expression::Name;

declare_rule! {
    /// The CLI doesn't compare the types at the two ends of a binding. For each bound
    /// value, this rule reports a number bound to data, a file bound to a model, a table bound to a
    /// model, a table bound to a file, and a number bound to an integer.
    ///
    /// `uri_file` and `uri_folder` are not compared: a step receives a path in both cases, and
    /// released pipelines bind one to the other on purpose. `custom_model` can be anything.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   wine: {type: uri_file, path: azureml:wine:1}
    /// jobs:
    ///   score:
    ///     component: ./score.yml
    ///     inputs: {model: "${{parent.inputs.wine}}"}
    /// ```
    /// ```yaml bad path=score.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// type: command
    /// name: score
    /// command: python -m score --model ${{inputs.model}}
    /// environment: azureml:sklearn@latest
    /// inputs: {model: {type: mlflow_model}}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   model: {type: mlflow_model, path: azureml:wine-model:1}
    /// jobs:
    ///   score:
    ///     component: ./score.yml
    ///     inputs: {model: "${{parent.inputs.model}}"}
    /// ```
    /// ```yaml good path=score.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// type: command
    /// name: score
    /// command: python -m score --model ${{inputs.model}}
    /// environment: azureml:sklearn@latest
    /// inputs: {model: {type: mlflow_model}}
    /// ```
    "port-type-mismatch", Reference, Warning,
    marks: [Unfinished],
    summary: "a binding between two types that don't fit together",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-inputs-outputs-pipeline",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let path = cx.document.shared_path();
    // Keyed by the bound value and the required type: the same mistake in several steps is one finding.
    let mut known: HashMap<(Option<usize>, &str, &str), usize> = HashMap::new();
    for site in &program.sites {
        let Some((expression, pipeline)) = site.text.whole().zip(program.pipeline(site)) else {
            continue;
        };
        let Some((here, expected)) = declared_here(program, site)
            .filter(|(_, key)| *key)
            .map(|(kind, _)| kind)
            .zip(site.key)
        else {
            continue;
        };
        let name = expected.text().unwrap_or_default();
        let (source, goal, message) = match (site.role, &expression.target) {
            (ExpressionRole::StepInput, target) => {
                let Some(source) = pipeline.type_of(target) else {
                    continue;
                };
                (
                    source,
                    here,
                    format!(
                        "`{}` is {}, but `{name}` requires {}",
                        expression_text(site),
                        source.name(),
                        here.name()
                    ),
                )
            }
            (ExpressionRole::StepOutput, Target::ParentOutput(parent)) => {
                let Some(goal) = declared_output(pipeline, parent) else {
                    continue;
                };
                (
                    here,
                    goal,
                    format!(
                        "`{name}` is {}, but the pipeline output `{}` is {}",
                        here.name(),
                        parent.text,
                        goal.name()
                    ),
                )
            }
            _ => continue,
        };
        if source.may_work_as(goal) {
            continue;
        }
        let place = site.text.range(&expression.path);
        let cause = (site.pipeline, expression_text(site), goal.name());
        if let Some(first) = known.get(&cause).and_then(|at| cx.found.get_mut(*at)) {
            first.related(&path, place, format!("`{name}` is bound to it, too"));
            continue;
        }
        known.insert(cause, cx.found.len());
        cx.report(place, message)
            .note("the CLI doesn't compare the types, and a step can rarely use one as the other")
            .help("bind something of the required type, or declare the same type at both ends");
    }
}

fn expression_text<'a>(site: &ExpressionSite<'a>) -> &'a str {
    site.text
        .whole()
        .map_or("", |expression| &site.text.text[expression.path.clone()])
}

fn declared_output(pipeline: &Pipeline<'_>, name: &Name<'_>) -> Option<PortType> {
    pipeline.outputs.get(name.text)?.declared()
}

/// Returns the type at this end of the binding: that of the component, else the one written beside
/// the binding; and `true` if the site is the binding itself, not another field of the port.
fn declared_here<'a>(program: &Program<'a>, site: &ExpressionSite<'a>) -> Option<(PortType, bool)> {
    let (given, declared) = program.port_at(site)?;
    let given = given?;
    let is_binding =
        given.value == site.text.node || given.value.get("path") == Some(site.text.node);
    let kind = declared
        .and_then(Port::declared)
        .or_else(|| given.declared())?;
    Some((kind, is_binding))
}
