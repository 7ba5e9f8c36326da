//! `${{parent.outputs.x}}` without an output `x` of the pipeline.

use crate::checks::prelude::*;

declare_rule! {
    /// `parent.outputs` refers to the top-level `outputs` of the pipeline. If the output is not
    /// declared there, the pipeline fails after it is submitted. The CLI does not check this for
    /// steps that have a component file.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// outputs:
    ///   raw_data: {type: uri_folder}
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///     outputs:
    ///       data: ${{parent.outputs.raw_dat}}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// outputs:
    ///   raw_data: {type: uri_folder}
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///     outputs:
    ///       data: ${{parent.outputs.raw_data}}
    /// ```
    "unknown-parent-output", Reference, Error,
    marks: [Unfinished],
    summary: "a step that writes to a pipeline output that is not declared",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#binding-inputs-and-outputs-between-steps-in-a-pipeline-job",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions_in(ExpressionRole::StepOutput) {
        let (Target::ParentOutput(name), Some(pipeline)) =
            (&expression.target, program.pipeline(site))
        else {
            continue;
        };
        if !unknown_names::is_plain(name.text) || pipeline.outputs.has(name.text) {
            continue;
        }
        let known = unknown_names::KnownNames::of(cx, &pipeline.outputs);
        let made = declarations::port_at(program, site).and_then(Port::declared);
        let value = declarations::typed_declaration(made.unwrap_or(PortType::UriFolder));
        let declared = declarations::declare(pipeline.node, "outputs", name.text, &value);
        let message = format!("the pipeline has no output `{}`", name.text);
        let declare =
            declared.map(|edit| (format!("declare the pipeline output `{}`", name.text), edit));
        unknown_names::report_undeclared(
            cx,
            (&site.text, name),
            message,
            ("outputs of the pipeline", &known),
            declare,
        );
    }
}
