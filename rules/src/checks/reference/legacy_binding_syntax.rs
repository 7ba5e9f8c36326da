//! Bindings in the syntax of the preview.

use crate::checks::prelude::*;

declare_rule! {
    /// The inputs and outputs of a step are bound to those of its pipeline with
    /// `${{parent.inputs.x}}`. `${{inputs.x}}` is the syntax of the preview: the CLI loads the file
    /// and refuses it when the pipeline is submitted.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   raw: {type: uri_folder, path: azureml:wine:1}
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///     inputs:
    ///       data: ${{inputs.raw}}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   raw: {type: uri_folder, path: azureml:wine:1}
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///     inputs:
    ///       data: ${{parent.inputs.raw}}
    /// ```
    "legacy-binding-syntax", Reference, Error,
    summary: "a binding without `parent.`, the syntax of the preview",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-expressions",
}

fn check(cx: &mut Context<'_>) {
    for site in &cx.program().sites {
        if !matches!(
            site.role,
            ExpressionRole::StepInput | ExpressionRole::StepOutput
        ) {
            continue;
        }
        let Some(expression) = site.text.whole() else {
            continue;
        };
        if !matches!(
            expression.target,
            Target::Input(_) | Target::Output(_) | Target::LegacyStep(_)
        ) {
            continue;
        }
        let path = &site.text.text[expression.path.clone()];
        let start = expression.path.start;
        let edit = site.text.edit(&(start..start), "parent.");
        let diagnostic = cx.report(
            site.text.range(&expression.path),
            format!("the binding `{path}` must start with `parent.`"),
        );
        diagnostic.note(
            "this is the syntax of the preview; the CLI refuses it when the pipeline is submitted",
        );
        diagnostic.help(format!("write `${{{{parent.{path}}}}}`"));
        if let Some(edit) = edit {
            diagnostic.safe_fix("insert `parent.`", edit);
        }
    }
}
