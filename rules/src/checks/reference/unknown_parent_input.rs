//! `${{parent.inputs.x}}` without an input `x` of the pipeline.

use crate::checks::prelude::*;

declare_rule! {
    /// `parent.inputs` refers to the top-level `inputs` of the pipeline. If the input is not
    /// declared there, the pipeline fails after it is submitted. The CLI does not check this for
    /// steps that have a component file.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   raw_data: {type: uri_folder, path: azureml:wine:1}
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///     inputs:
    ///       data: ${{parent.inputs.raw_dat}}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   raw_data: {type: uri_folder, path: azureml:wine:1}
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///     inputs:
    ///       data: ${{parent.inputs.raw_data}}
    /// ```
    "unknown-parent-input", Reference, Error,
    marks: [Unfinished],
    summary: "a step that reads a pipeline input that is not declared",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#binding-inputs-and-outputs-between-steps-in-a-pipeline-job",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions() {
        let read = matches!(
            site.role,
            ExpressionRole::StepInput | ExpressionRole::StepField
        );
        let (Target::ParentInput(name), Some(pipeline)) =
            (&expression.target, program.pipeline(site))
        else {
            continue;
        };
        if !read || !unknown_names::is_plain(name.text) || pipeline.inputs.has(name.text) {
            continue;
        }
        let known = unknown_names::KnownNames::of(cx, &pipeline.inputs);
        let port = declarations::port_at(program, site);
        // In a job and in an inline pipeline, inputs have values; in a component, they have types.
        let is_component = match pipeline.node.key().and_then(Node::text) {
            None => cx.kind() == Some(Kind::ComponentPipeline),
            Some(key) => key == "component",
        };
        let value = if is_component {
            port.and_then(Port::declared)
                .map(declarations::typed_declaration)
        } else {
            port.and_then(declarations::job_input_value)
        };
        let declared = value
            .and_then(|value| declarations::declare(pipeline.node, "inputs", name.text, &value));
        let message = format!("the pipeline has no input `{}`", name.text);
        let declare =
            declared.map(|edit| (format!("declare the pipeline input `{}`", name.text), edit));
        unknown_names::report_undeclared(
            cx,
            (&site.text, name),
            message,
            ("inputs of the pipeline", &known),
            declare,
        );
    }
}
