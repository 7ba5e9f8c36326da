//! `${{parent.jobs.s...}}` without a step `s`.

use crate::checks::prelude::*;

declare_rule! {
    /// `parent.jobs` refers to the other steps of the pipeline. A pipeline with a binding to a step
    /// that does not exist fails after it is submitted. The CLI loads it without warning.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///   train:
    ///     component: azureml:train:1
    ///     inputs:
    ///       data: ${{parent.jobs.prepp.outputs.clean}}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///   train:
    ///     component: azureml:train:1
    ///     inputs:
    ///       data: ${{parent.jobs.prep.outputs.clean}}
    /// ```
    "unknown-pipeline-step", Reference, Error,
    marks: [Unfinished],
    summary: "a binding to a step that the pipeline doesn't have",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#binding-inputs-and-outputs-between-steps-in-a-pipeline-job",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions() {
        let in_step = matches!(
            site.role,
            ExpressionRole::StepInput | ExpressionRole::StepOutput | ExpressionRole::StepField
        );
        let Some(pipeline) = program
            .pipeline(site)
            .filter(|pipeline| in_step && !pipeline.open)
        else {
            continue;
        };
        let (Target::StepInput(name, _) | Target::StepOutput(name, _) | Target::Step(name)) =
            &expression.target
        else {
            continue;
        };
        if !unknown_names::is_plain(name.text) || pipeline.step(name.text).is_some() {
            continue;
        }
        let own = program.step(site).map(Step::name);
        let names = pipeline.steps.iter().map(Step::name);
        let others = pipeline.steps.len() - usize::from(own.is_some());
        let known =
            unknown_names::KnownNames::new(cx, names.filter(|name| Some(*name) != own), others);
        let message = format!("the pipeline has no step `{}`", name.text);
        unknown_names::report_undeclared(
            cx,
            (&site.text, name),
            message,
            ("other steps", &known),
            None,
        );
    }
}
