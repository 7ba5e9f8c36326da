//! Bindings of outputs with text around them.

use crate::checks::prelude::*;
use crate::syntax::find_placeholder;

declare_rule! {
    /// A step binds an output to an output of the pipeline if the binding is the whole value. With text before or after
    /// it, such as a subfolder, the CLI sends the value as an address, not as a binding.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// outputs:
    ///   models: {type: uri_folder}
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     outputs:
    ///       model: ${{parent.outputs.models}}/xgboost/
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// outputs:
    ///   xgboost: {type: uri_folder}
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     outputs:
    ///       model: ${{parent.outputs.xgboost}}
    /// ```
    "partial-output-binding", Reference, Warning,
    marks: [Unfinished],
    summary: "an output of a step with text around its binding",
    since: "0.2.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-inputs-outputs-pipeline",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions_in(ExpressionRole::StepOutput) {
        let is_output = matches!(expression.target, Target::ParentOutput(_));
        let text = &site.text;
        let written = &text.text[expression.range.clone()];
        if !is_output
            || text.whole().is_some()
            || text.scan.expressions.len() > 1
            || !text.scan.mistakes.is_empty()
            || !is_address(text.node)
            || may_be_filled_in(&text.text.replace(written, ""))
        {
            continue;
        }
        cx.report(
            text.range(&expression.range),
            format!("`{written}` isn't the whole value, so it binds nothing"),
        )
        .note("the CLI sends the value as an address, not as a binding")
        .help(format!(
            "write `{written}` alone; steps that write different folders need a pipeline output each"
        ));
    }
}

/// Returns `true` for the value of an output, and for its path: `name` and `version` are no addresses.
fn is_address(value: Node<'_>) -> bool {
    let key = value.key();
    let section = key.and_then(Node::parent).and_then(Node::key);
    key.and_then(Node::text) == Some("path") || section.and_then(Node::text) == Some("outputs")
}

/// Returns `true` if another tool may replace a part of `text`.
fn may_be_filled_in(text: &str) -> bool {
    find_placeholder(text).is_some() || text.contains(['{', '}', '$', '#', '<'])
}
