//! `${{parent.outputs.x}}` without an output `x` of the pipeline.

use crate::checks::prelude::*;

declare_rule! {
    /// `parent.outputs` refers to the top-level `outputs` of the pipeline. If the output is not
    /// declared there, the CLI rejects a step with a `command` of its own. It does not check a step that runs a
    /// component, and sends the binding as it is: that is a warning.
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
        let is_inline = program
            .step(site)
            .is_some_and(|step| step.node.get("command").is_some());
        let reported = unknown_names::report_undeclared(
            cx,
            (&site.text, name),
            message,
            ("outputs of the pipeline", &known),
            declare,
        );
        match reported {
            Some(diagnostic) if is_inline => {
                diagnostic.note("the CLI rejects it: \"Failed to find top level definition for output binding\"");
            }
            Some(diagnostic) => {
                diagnostic
                    .level(Level::Warning)
                    .note("the CLI doesn't check the outputs of a component, and sends the binding as it is");
            }
            None => {}
        }
    }
}
