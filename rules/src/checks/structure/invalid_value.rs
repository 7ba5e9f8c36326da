//! A value that its key does not take.

use crate::checks::prelude::*;
use crate::schema::describe::{any_of, expected};
use crate::schema::enum_values;

declare_rule! {
    /// The client refuses the value when it loads the file.
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
    marks: [Generic, SchemaCheck],
    summary: "a value that its key does not take",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::InvalidValue) {
        let place = faults::place_name(problem.at);
        let found = faults::value_name(problem.at);
        match &problem.fault {
            Fault::Value { expected: ty } => {
                let (message, help) = match faults::reference_message(problem.at, ty) {
                    Some(words) => words,
                    None => (
                        format!("{place} cannot be {found}"),
                        format!("write {}", expected(ty)),
                    ),
                };
                let diagnostic = cx.report(problem.at.range(), message);
                diagnostic.help(help);
                suggest(diagnostic, problem.at, &enum_values(ty));
            }
            Fault::Discriminator { values } => {
                let diagnostic =
                    cx.report(problem.at.range(), format!("{place} cannot be {found}"));
                diagnostic.help(format!("write {}", any_of(values)));
                suggest(diagnostic, problem.at, values);
            }
            Fault::Expression => {
                cx.report(problem.at.range(), format!("{place} takes no expression"))
                    .note("the client reads this value before the service evaluates expressions")
                    .help("write the value itself");
            }
            Fault::OtherOnDisk { folder } => {
                let (is, says) = if *folder {
                    ("file", "folder")
                } else {
                    ("folder", "file")
                };
                cx.report(
                    problem.at.range(),
                    format!("{found} is a {is}, but a {says} is wanted"),
                )
                .help("change `type`, or the path");
            }
            Fault::Pattern { pattern } | Fault::KeyPattern { pattern } => {
                let words =
                    crate::schema::table::pattern_words(pattern).unwrap_or("a full resource id");
                cx.report(problem.at.range(), format!("{place} cannot be {found}"))
                    .help(format!("use {words}"));
            }
            Fault::Check { check, .. } => {
                let (message, help) = faults::check_message(check, problem.at);
                cx.report(problem.at.range(), message).help(help);
            }
            _ => {}
        }
    }
    scheduled_job(cx);
}

/// A schedule whose job is another one than a pipeline.
fn scheduled_job(cx: &mut Context<'_>) {
    let Some(ScheduledJob::File(node)) = cx.document.schedule().map(|schedule| schedule.job) else {
        return;
    };
    let job = known_text(node).and_then(|path| cx.workspace.referenced(cx.document.path(), path));
    let Some(kind) = job.and_then(|job| job.kind()) else {
        return;
    };
    if kind.is_job() && kind != Kind::JobPipeline {
        let message = format!("a schedule cannot run {}", with_article(kind.label()));
        cx.report(node.range(), message)
            .note("the client takes pipeline jobs and refuses all others")
            .help("make the job a step of a pipeline, and schedule that");
    }
}

/// The allowed word that is close to what is written.
fn suggest(diagnostic: &mut Diagnostic, at: Node<'_>, values: &[&'static str]) {
    let Some(meant) = at
        .text()
        .and_then(|text| closest(text, values.iter().copied()))
    else {
        return;
    };
    diagnostic.help(format!("did you mean `{meant}`?"));
    diagnostic.unsafe_fix(format!("write `{meant}`"), replace(at, meant));
}
