//! An optional input of a pipeline that is bound to a required one.

use crate::checks::prelude::*;

declare_rule! {
    /// If an optional input of a pipeline component is bound to a required input of a step, that
    /// step has no value when the pipeline input is not set. The CLI refuses the pipeline.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineComponent.schema.json
    /// type: pipeline
    /// name: training
    /// inputs:
    ///   tag: {type: string, optional: true}
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {tag: "${{parent.inputs.tag}}"}
    /// ```
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python -m train --tag ${{inputs.tag}}
    /// environment: azureml:sklearn@latest
    /// inputs: {tag: {type: string}}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineComponent.schema.json
    /// type: pipeline
    /// name: training
    /// inputs:
    ///   tag: {type: string}
    /// jobs:
    ///   train:
    ///     component: ./train.yml
    ///     inputs: {tag: "${{parent.inputs.tag}}"}
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python -m train --tag ${{inputs.tag}}
    /// environment: azureml:sklearn@latest
    /// inputs: {tag: {type: string}}
    /// ```
    "optional-pipeline-input-to-required", Reference, Error,
    summary: "an optional pipeline input that is bound to a required input of a step",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-pipeline-component",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for site in program.sites_in(ExpressionRole::StepInput) {
        let Some((pipeline, step)) = program.pipeline(site).zip(program.step(site)) else {
            continue;
        };
        let Some(Target::ParentInput(name)) =
            site.text.whole().map(|expression| &expression.target)
        else {
            continue;
        };
        let Some(input) = pipeline
            .inputs
            .get(name.text)
            .filter(|input| input.is_optional())
        else {
            continue;
        };
        let Some((key, interface)) = site.key.and_then(Node::text).zip(step.callee.interface())
        else {
            continue;
        };
        let Some(port) = interface.inputs.get(key).filter(|port| {
            port.field("optional")
                .is_none_or(|o| o.bool() == Some(false))
        }) else {
            continue;
        };
        let Some(optional) = input.value.entry("optional") else {
            continue;
        };
        let path = cx.document.shared_path();
        let message = format!(
            "optional input `{}` is bound to `{key}` of step `{}`, which is required",
            name.text,
            step.name()
        );
        let diagnostic = cx.report(optional.value.range(), message);
        diagnostic.note("the CLI refuses the pipeline: without a value the step can't run");
        diagnostic.help(format!(
            "remove `optional: true`, or make `{key}` of the component optional as well"
        ));
        diagnostic.related(&path, site.text.node.range(), "it is bound here");
        if let Some(document) = interface.document {
            diagnostic.related(
                &document.shared_path(),
                port.key.range(),
                format!("`{key}` is declared here"),
            );
        }
        diagnostic.unsafe_fix("remove `optional: true`", fix::remove_entry(optional));
    }
}
