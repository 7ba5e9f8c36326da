//! An expression in a field that does not support one.

use crate::checks::prelude::*;
use crate::schema::table::is_fixed_in_job;

declare_rule! {
    /// Most fields of a step support expressions. The fields that define the step itself do not:
    /// its `type`, its `component` or `trial`, the `task` of an AutoML step, and `queue_settings`.
    /// The trigger of a schedule does not support them either.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs: {tier: standard}
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     queue_settings: {job_tier: "${{parent.inputs.tier}}"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs: {cluster: cpu-cluster}
    /// jobs:
    ///   train:
    ///     component: azureml:train:1
    ///     compute: ${{parent.inputs.cluster}}
    ///     queue_settings: {job_tier: standard}
    /// ```
    "binding-not-supported-here", Reference, Error,
    marks: [Unfinished],
    summary: "an expression in a field that does not support expressions",
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
            format!("expressions aren't supported in `{field}`"),
        )
        .note("the field is read before any expression is evaluated")
        .help("replace the expression with the value");
    }
}

/// Returns the field that must have a fixed value, if the site is in one.
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
