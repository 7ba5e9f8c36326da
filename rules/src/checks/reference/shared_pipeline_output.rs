//! Two steps that write to the same pipeline output.

use std::collections::HashMap;

use crate::checks::prelude::*;
use crate::syntax::find_placeholder;

declare_rule! {
    /// An output of a pipeline comes from one step. If two steps are bound to it, one result
    /// replaces the other, and the documentation doesn't say which.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// outputs:
    ///   model: {type: mlflow_model}
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     outputs: {model: "${{parent.outputs.model}}"}
    ///   tune:
    ///     component: azureml:tune:1
    ///     outputs: {model: "${{parent.outputs.model}}"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// outputs:
    ///   model: {type: mlflow_model}
    ///   tuned: {type: mlflow_model}
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     outputs: {model: "${{parent.outputs.model}}"}
    ///   tune:
    ///     component: azureml:tune:1
    ///     outputs: {model: "${{parent.outputs.tuned}}"}
    /// ```
    "shared-pipeline-output", Reference, Warning,
    summary: "two steps that write to the same pipeline output",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-inputs-outputs-pipeline",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let path = cx.document.shared_path();
    // Of two branches, only one runs.
    let is_control = |step: &Step<'_>| step.kind == StepKind::Control;
    let branches: Vec<bool> = program
        .pipelines
        .iter()
        .map(|pipeline| pipeline.steps.iter().any(is_control))
        .collect();
    let mut first: HashMap<(usize, &str), (usize, TextRange)> = HashMap::new();
    for (site, expression) in program.expressions_in(ExpressionRole::StepOutput) {
        let (Target::ParentOutput(name), Some(index), Some(step)) =
            (&expression.target, site.pipeline, site.step)
        else {
            continue;
        };
        // With text around it, the CLI doesn't read it as a binding.
        let is_binding = site.text.whole().is_some();
        if branches[index] || !is_binding || find_placeholder(name.text).is_some() {
            continue;
        }
        let pipeline = &program.pipelines[index];
        let range = site.text.range(&expression.path);
        match first.get(&(index, name.text)) {
            None => drop(first.insert((index, name.text), (step, range))),
            Some((writer, _)) if *writer == step => {}
            Some((writer, place)) => {
                let writer = pipeline.steps[*writer].name();
                let message = format!(
                    "pipeline output `{}` is already written by step `{writer}`",
                    name.text
                );
                cx.report(range, message)
                    .note("the documentation doesn't say which of the two results it will contain")
                    .help("declare a second pipeline output and bind this step to it")
                    .related(&path, *place, format!("step `{writer}` writes it here"));
            }
        }
    }
}
