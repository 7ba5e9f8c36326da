//! A required key that is missing.

use crate::checks::prelude::*;
use crate::document::Schedule;
use crate::schema::describe::any_of;

declare_rule! {
    /// The CLI rejects the file without this key.
    ///
    /// `name`, `version`, and `endpoint_name` at the top of a file can also come from the command
    /// line (`--name`, `--version`, `--endpoint-name`), so they are a hint. A component that a
    /// pipeline uses by its path needs no name.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:training:3
    /// ```
    "missing-required-key", Structure, Error,
    marks: [Generic, SchemaCheck],
    summary: "a required key that is missing",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

/// Keys that `az ml` also takes as options.
const OPTIONS: [&str; 3] = ["endpoint_name", "name", "version"];

fn check(cx: &mut Context<'_>) {
    type_of_earlier_job(cx);
    for problem in faults::of(cx, FaultRule::MissingRequiredKey) {
        if let Fault::Check { check, .. } = problem.fault {
            let keys = any_of(check.fields);
            cx.report(problem.at.range(), format!("{keys} is missing"))
                .help(format!("add one of {keys}"));
            continue;
        }
        let Fault::MissingKey {
            owner,
            name,
            mapping,
        } = problem.fault
        else {
            continue;
        };
        let is_option = OPTIONS.contains(&name) && mapping.parent().is_none();
        let is_in_settings = name == "environment" && faults::environment_in_settings(cx).is_some();
        if is_option && cx.is_used_by_path() || is_in_settings {
            continue;
        }
        let place = faults::mapping_name(cx, mapping);
        let diagnostic = cx.report(
            problem.at.range(),
            format!("`{name}` is missing in {place}"),
        );
        if let Some(doc) = owner.field(name).map(|field| field.doc)
            && !doc.is_empty()
        {
            diagnostic.note(doc);
        }
        if is_option {
            let option = name.replace('_', "-");
            diagnostic.level(Level::Hint).help(format!(
                "add `{name}`, or pass `--{option}` on the command line"
            ));
        } else {
            diagnostic.help(format!("add `{name}`"));
        }
    }
}

/// A job that was submitted before is not at hand, so `create_job` needs its type.
fn type_of_earlier_job(cx: &mut Context<'_>) {
    let Some(Schedule {
        job: ScheduledJob::Registered(job),
        overrides: Some(changes),
    }) = cx.document.schedule()
    else {
        return;
    };
    let Some(key) = job
        .key()
        .filter(|_| changes.get("type").is_none() && !changes.is_incomplete())
    else {
        return;
    };
    cx.report(key.range(), "`type` is missing in `create_job`")
        .note("the CLI does not look up the type of a job that was submitted before")
        .help("add `type: pipeline`, or set `create_job` to the reference itself");
}
