//! An input bound to an output of the pipeline, or an output to an input.

use crate::checks::prelude::*;

declare_rule! {
    /// An input of a step reads an input of the pipeline or an output of another step. An output of
    /// a step writes to an output of the pipeline. The CLI loads a binding in the other direction
    /// without warning, although there is nothing to read or write.
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
    ///     outputs:
    ///       model: ${{parent.inputs.model}}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// outputs:
    ///   model: {type: mlflow_model}
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     outputs:
    ///       model: ${{parent.outputs.model}}
    /// ```
    "binding-direction", Reference, Error,
    marks: [Unfinished],
    summary: "a step input bound to a pipeline output, or an output to an input",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-expressions",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions() {
        let Some(pipeline) = program.pipeline(site) else {
            continue;
        };
        let message = match (site.role, &expression.target) {
            (ExpressionRole::StepInput, Target::ParentOutput(_)) => {
                "an input can't read an output of the pipeline"
            }
            (ExpressionRole::StepOutput, Target::ParentInput(_)) => {
                "an output can't be bound to an input of the pipeline"
            }
            (ExpressionRole::StepOutput, Target::StepOutput(..) | Target::StepInput(..)) => {
                "an output can't be bound to another step"
            }
            _ => continue,
        };
        let is_input = site.role == ExpressionRole::StepInput;
        let other = other_way(pipeline, site, expression);
        let diagnostic = cx.report(site.text.range(&expression.path), message);
        diagnostic.note(if is_input {
            "the CLI loads this without warning, but a pipeline has no outputs before its steps run"
        } else {
            "the CLI loads this without warning, but an output is written, not read"
        });
        diagnostic.help(if is_input {
            "bind the input to `${{parent.inputs.NAME}}` or `${{parent.jobs.STEP.outputs.NAME}}`"
        } else {
            "bind the output to `${{parent.outputs.NAME}}`; a step that needs this output reads \
             it in its own `inputs`"
        });
        if let Some((path, edit)) = other {
            diagnostic.help(format!("did you mean `${{{{{path}}}}}`?"));
            diagnostic.unsafe_fix(format!("write `{path}`"), edit);
        }
    }
}

/// Returns the other direction, if a port of this name is declared there.
fn other_way(
    pipeline: &Pipeline<'_>,
    site: &ExpressionSite<'_>,
    expression: &Expression<'_>,
) -> Option<(String, Edit)> {
    let path = match &expression.target {
        Target::ParentOutput(name) if pipeline.inputs.get(name.text).is_some() => {
            format!("parent.inputs.{}", name.text)
        }
        Target::ParentInput(name) if pipeline.outputs.get(name.text).is_some() => {
            format!("parent.outputs.{}", name.text)
        }
        _ => return None,
    };
    let edit = site.text.edit(&expression.path, &path)?;
    Some((path, edit))
}
