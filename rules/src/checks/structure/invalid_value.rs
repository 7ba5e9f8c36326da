//! A value that is not valid for its key.

use crate::checks::prelude::*;
use crate::schema::describe::{any_of, expected};
use crate::schema::enum_values;
use crate::similar;

declare_rule! {
    /// The CLI rejects the value when it loads the file.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// tier: spot
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// tier: low_priority
    /// ```
    "invalid-value", Structure, Error,
    marks: [Generic, SchemaCheck, Unfinished],
    summary: "a value that is not valid for its key",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::InvalidValue) {
        let place = faults::place_name(problem.at);
        let found = faults::value_name(problem.at);
        match &problem.fault {
            SchemaFault::Value { expected: ty } => {
                let (message, help) = match faults::reference_message(problem.at, ty) {
                    Some(words) => words,
                    None => (
                        format!("{place} can't be {found}"),
                        format!("use {}", expected(ty)),
                    ),
                };
                let diagnostic = cx.report(problem.at.range(), message);
                diagnostic.help(help);
                suggest(diagnostic, problem.at, &enum_values(ty));
            }
            SchemaFault::Discriminator { values } => {
                let diagnostic = cx.report(problem.at.range(), format!("{place} can't be {found}"));
                diagnostic.help(format!("use {}", any_of(values)));
                if !of_component(diagnostic, problem.at) {
                    suggest(diagnostic, problem.at, values);
                }
            }
            SchemaFault::Expression => {
                cx.report(
                    problem.at.range(),
                    format!("an expression isn't supported in {place}"),
                )
                .note("the CLI reads this value before the service evaluates expressions")
                .help("write the value itself");
            }
            SchemaFault::OtherOnDisk { folder } => {
                let (is, says) = if *folder {
                    ("file", "folder")
                } else {
                    ("folder", "file")
                };
                cx.report(
                    problem.at.range(),
                    format!("{found} is a {is}, but `type` requires a {says}"),
                )
                .help("change `type` or the path");
            }
            SchemaFault::Pattern { pattern } | SchemaFault::KeyPattern { pattern } => {
                let words =
                    crate::schema::table::pattern_words(pattern).unwrap_or("a full resource ID");
                cx.report(problem.at.range(), format!("{place} can't be {found}"))
                    .help(format!("use {words}"));
            }
            SchemaFault::Check { check, .. } => {
                let (message, help) = faults::check_message(check, problem.at);
                cx.report(problem.at.range(), message).help(help);
            }
            _ => {}
        }
    }
    scheduled_job(cx);
}

/// Reports a schedule for a job that isn't a pipeline.
fn scheduled_job(cx: &mut Context<'_>) {
    let Some(ScheduledJob::File(node)) = cx.document.schedule().map(|schedule| schedule.job) else {
        return;
    };
    let job = known_text(node).and_then(|path| cx.workspace.referenced(cx.document.path(), path));
    let Some(kind) = job.and_then(|job| job.kind()) else {
        return;
    };
    if kind.is_job() && kind != Kind::JobPipeline {
        let message = format!("a schedule can't run {}", with_article(kind.label()));
        cx.report(node.range(), message)
            .note("the CLI only accepts pipeline jobs")
            .help("make the job a step of a pipeline, and schedule the pipeline");
    }
}

/// Suggests to remove the `type` that a step with a component had in the preview; returns `true` if it is one.
fn of_component(diagnostic: &mut Diagnostic, at: Node<'_>) -> bool {
    let step = at.parent().filter(|_| at.text() == Some("component_job"));
    let entry = step.filter(|step| step.get("component").is_some());
    let Some(entry) = entry.and_then(|step| step.entry("type")) else {
        return false;
    };
    diagnostic.help("remove `type`; a step with `component` has the type of the component");
    diagnostic.unsafe_fix("remove `type`", fix::remove_entry(entry));
    true
}

/// Suggests the allowed value that is close to the written one.
fn suggest(diagnostic: &mut Diagnostic, at: Node<'_>, values: &[&'static str]) {
    let Some(meant) = at.text().and_then(|text| {
        let alias = faults::value_of_alias(values, text);
        alias.or_else(|| similar::meant(text, values.iter().copied()))
    }) else {
        return;
    };
    // An output was meant, or an input that is only read.
    let is_for_outputs = at.text() == Some("rw_mount");
    diagnostic.help(if is_for_outputs {
        format!("write `{meant}`; a job can write only to its outputs")
    } else {
        format!("did you mean `{meant}`?")
    });
    diagnostic.unsafe_fix(format!("write `{meant}`"), replace(at, meant));
}
