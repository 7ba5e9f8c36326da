//! A binding between two types that do not fit.

use crate::checks::prelude::*;
use crate::expression::Name;

declare_rule! {
    /// A folder is not a file. A step that gets one where it declares the other fails when it opens
    /// it; a value where data is declared, or data where a value is, fails earlier. The official
    /// client does not look.
    ///
    /// `uri_folder`, `mltable`, `mlflow_model` and `triton_model` are folders and fit each other;
    /// `custom_model` fits everything.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// inputs:
    ///   wine: {type: uri_file, path: azureml:wine:1}
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {data: "${{parent.inputs.wine}}"}
    /// ```
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --data ${{inputs.data}}
    /// environment: azureml:sklearn@latest
    /// inputs: {data: {type: uri_folder}}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// inputs:
    ///   wine: {type: uri_folder, path: azureml:wine:1}
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {data: "${{parent.inputs.wine}}"}
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --data ${{inputs.data}}
    /// environment: azureml:sklearn@latest
    /// inputs: {data: {type: uri_folder}}
    /// ```
    "port-type-mismatch", Reference, Warning,
    summary: "a binding between two types that do not fit",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-inputs-outputs-pipeline",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for site in &program.sites {
        let Some((expression, pipeline)) = site.text.whole().zip(program.pipeline(site)) else {
            continue;
        };
        let Some((here, wanted)) = declared_here(program, site)
            .filter(|(_, key)| *key)
            .map(|(kind, _)| kind)
            .zip(site.key)
        else {
            continue;
        };
        let name = wanted.text().unwrap_or_default();
        let (source, goal, message) = match (site.role, &expression.target) {
            (ExpressionRole::StepInput, target) => {
                let Some(source) = pipeline.type_of(target) else {
                    continue;
                };
                (
                    source,
                    here,
                    format!(
                        "`{}` delivers {}, but `{name}` takes {}",
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
        if source.fits(goal) {
            continue;
        }
        cx.report(site.text.range(&expression.path), message)
            .note("the step fails when it opens what it did not expect")
            .help("declare the same type at both ends");
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

/// The type at this end of the binding: that of the component, else the one written beside the
/// binding; and whether the site is the binding itself, not some other field of the port.
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
