//! Bindings in the syntax of the preview.

use std::ops::Range;

use crate::checks::prelude::*;
use crate::expression::{Declaration, scan};

declare_rule! {
    /// The inputs and outputs of a step are bound to those of its pipeline with
    /// `${{parent.inputs.x}}`. `${{inputs.x}}` is the syntax of the preview: the CLI loads the file
    /// and refuses it when the pipeline is submitted. `${{steps.x.outputs.y}}`, the words of GitHub
    /// Actions, is reported where the pipeline has that step with that output.
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
    marks: [Unfinished],
    summary: "a binding without `parent.`, the syntax of the preview",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-expressions",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for site in &program.sites {
        if !matches!(
            site.role,
            ExpressionRole::StepInput | ExpressionRole::StepOutput
        ) {
            continue;
        }
        let Some(expression) = site.text.whole() else {
            continue;
        };
        let path = &site.text.text[expression.path.clone()];
        if expression.target == Target::Foreign {
            of_steps(cx, program, site, &expression.path);
            continue;
        }
        if !matches!(
            expression.target,
            Target::Input(_) | Target::Output(_) | Target::LegacyStep(_)
        ) {
            continue;
        }
        let start = expression.path.start;
        let whole = format!("${{{{parent.{path}}}}}");
        let missing = program
            .pipeline(site)
            .and_then(|pipeline| missing(pipeline, &whole));
        let edit = site.text.edit(&(start..start), "parent.");
        let diagnostic = cx.report(
            site.text.range(&expression.path),
            format!("the binding `{path}` must start with `parent.`"),
        );
        diagnostic.note(
            "this is the syntax of the preview; the CLI refuses it when the pipeline is submitted",
        );
        match (missing, edit) {
            // With `parent.` alone it would still be invalid.
            (Some(missing), _) => {
                diagnostic.help(format!("write `{whole}` with an existing name: {missing}"));
            }
            (None, edit) => {
                if let Some((renamed, step)) = renamed(path) {
                    let help =
                        format!("write `${{{{parent.{renamed}}}}}`, and call the step `{step}`");
                    diagnostic.help(help);
                    continue;
                }
                diagnostic.help(format!("write `{whole}`"));
                if let Some(edit) = edit {
                    diagnostic.safe_fix("insert `parent.`", edit);
                }
            }
        }
    }
}

/// Returns the binding `jobs.x.outputs.y` with a valid name of the step, and that name, if its own isn't valid.
fn renamed(binding: &str) -> Option<(String, String)> {
    let rest = binding.strip_prefix("jobs.")?;
    let (step, output) = rest.split_once(".outputs.")?;
    let name = faults::corrected(step, '_');
    (name != step).then(|| (format!("jobs.{name}.outputs.{output}"), name))
}

/// Reports `steps.x.outputs.y` at `range`, if the pipeline has that step with that output.
fn of_steps<'a>(
    cx: &mut Context<'a>,
    program: &Program<'a>,
    site: &ExpressionSite<'a>,
    range: &Range<usize>,
) {
    let path = &site.text.text[range.clone()];
    let Some(rest) = path.strip_prefix("steps.") else {
        return;
    };
    let whole = format!("${{{{parent.jobs.{rest}}}}}");
    let scan = scan(&whole);
    let Some(Target::StepOutput(step, port)) = scan.expressions.first().map(|it| &it.target) else {
        return;
    };
    let found = program
        .pipeline(site)
        .and_then(|pipeline| pipeline.step(step.text));
    if !found.is_some_and(|(_, step)| step.may_have(Declaration::Output, port.text)) {
        return;
    }
    let word = range.start..range.start + "steps".len();
    let edit = site.text.edit(&word, "parent.jobs");
    let diagnostic = cx.report(
        site.text.range(range),
        format!("the binding `{path}` must start with `parent.jobs.`"),
    );
    diagnostic
        .note("`steps` is a word of GitHub Actions; the CLI sends the text as a plain value")
        .help(format!("write `{whole}`"));
    if let Some(edit) = edit {
        diagnostic.unsafe_fix("write `parent.jobs`", edit);
    }
}

/// Returns a message for a name in `expression` that the pipeline doesn't have.
fn missing(pipeline: &Pipeline<'_>, expression: &str) -> Option<String> {
    let scan = scan(expression);
    match &scan.expressions.first()?.target {
        Target::ParentInput(name) if !pipeline.inputs.has(name.text) => {
            Some(format!("the pipeline has no input `{}`", name.text))
        }
        Target::ParentOutput(name) if !pipeline.outputs.has(name.text) => {
            Some(format!("the pipeline has no output `{}`", name.text))
        }
        Target::StepOutput(step, port) => match pipeline.step(step.text) {
            None => (!pipeline.open).then(|| format!("the pipeline has no step `{}`", step.text)),
            Some((_, found)) => (!found.may_have(Declaration::Output, port.text))
                .then(|| format!("step `{}` has no output `{}`", step.text, port.text)),
        },
        _ => None,
    }
}
