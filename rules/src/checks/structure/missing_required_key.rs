//! A key that must be there.

use crate::checks::prelude::*;
use crate::document::{KindFamily, Schedule};
use crate::schema::describe::any_of;
use crate::symbols::dependents;

declare_rule! {
    /// The client refuses the file without this key. Names that the command line can give
    /// (`--name`, `--endpoint-name`) count as missing too; write them, so that the file stands on
    /// its own. For components that no pipeline of the workspace runs, connections, registries and
    /// data imports that is an error, for the others an information.
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
    summary: "a key that must be there and is not",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

/// What `az ml` takes as an option too, so that a file without it can be complete.
const FROM_COMMAND_LINE: [&str; 2] = ["endpoint_name", "name"];

fn check(cx: &mut Context<'_>) {
    type_of_earlier_job(cx);
    for problem in faults::of(cx, FaultRule::MissingRequiredKey) {
        if let Fault::Check { check, .. } = problem.fault {
            let keys = any_of(check.fields);
            cx.report(problem.at.range(), format!("{keys} is missing"))
                .help("write one of them");
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
        let place = faults::mapping_name(cx, mapping);
        let is_refused = FROM_COMMAND_LINE.contains(&name) && needs_name(cx);
        let doc = owner.field(name).map_or("", |field| field.doc);
        let diagnostic = cx.report(
            problem.at.range(),
            format!("`{name}` is missing in {place}"),
        );
        if !doc.is_empty() {
            diagnostic.note(doc);
        }
        if FROM_COMMAND_LINE.contains(&name) && mapping.parent().is_none() {
            let option = name.replace('_', "-");
            diagnostic.help(format!(
                "write it here, or give it with `--{option}` when you submit"
            ));
            if !is_refused {
                diagnostic.level(Level::Info);
            }
        }
    }
}

/// Whether a file without a name is refused by all but a command line that gives one, which hardly
/// anybody does for these. A component without a name may still be a step: it has none of its own
/// then.
fn needs_name(cx: &Context<'_>) -> bool {
    match cx.kind() {
        Some(Kind::Registry | Kind::DataImport) => true,
        Some(kind) if kind.is_component() => dependents(cx.workspace, cx.document.path())
            .next()
            .is_none(),
        Some(kind) => kind.family() == KindFamily::Connection,
        None => false,
    }
}

/// A job that was submitted before is not at hand, so `create_job` has to say what it is.
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
        .note("the job was submitted before, and the client does not look up what it is")
        .help("add `type: pipeline`, or write the reference straight after `create_job:`");
}
