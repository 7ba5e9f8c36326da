//! An expression in a field that must be fixed.

use crate::checks::prelude::*;
use crate::schema::table::is_fixed_in_job;

declare_rule! {
    /// Nearly every field of a step takes an expression. What decides how the step is built does
    /// not: its `type`, its component or trial, the task of an AutoML step, `queue_settings`.
    /// Triggers of schedules do not either.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// inputs: {tier: standard}
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     queue_settings: {job_tier: "${{parent.inputs.tier}}"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// inputs: {cluster: cpu-cluster}
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     compute: ${{parent.inputs.cluster}}
    ///     queue_settings: {job_tier: standard}
    /// ```
    "binding-not-supported-here", Reference, Error,
    summary: "an expression in a field whose value must be fixed",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-expressions",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions() {
        let Some(field) = fixed_field(cx.kind(), site) else {
            continue;
        };
        cx.report(
            site.text.range(&expression.range),
            format!("`{field}` takes no expression"),
        )
        .note("it is read before any expression has a value")
        .help("write the value itself");
    }
}

/// The field that must be fixed, if the site is in one.
fn fixed_field(kind: Option<Kind>, site: &ExpressionSite<'_>) -> Option<String> {
    if site.role == ExpressionRole::StepFixed {
        return site.key.and_then(Node::text).map(str::to_owned);
    }
    let alone = kind.is_some_and(|kind| kind.is_job() || kind == Kind::ScheduleJob);
    if site.role != ExpressionRole::Other || !alone || site.pipeline.is_some() {
        return None;
    }
    match site.text.node.path().first() {
        Some(Segment::Key(key)) if is_fixed_in_job(key) => Some(key.clone()),
        _ => None,
    }
}
