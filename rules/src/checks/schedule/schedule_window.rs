//! Schedules that end before they can run.

use crate::checks::prelude::*;
use crate::date::{Date, UnixTime};
use crate::diagnostic::Stage;

declare_rule! {
    /// A schedule runs from `start_time` to `end_time`. If the end is before the start, or in the past, it never runs. The
    /// CLI accepts the file.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger:
    ///   type: cron
    ///   expression: "0 6 * * 1"
    ///   time_zone: UTC
    ///   start_time: "2026-12-01T00:00:00"
    ///   end_time: "2026-11-01T00:00:00"
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger:
    ///   type: cron
    ///   expression: "0 6 * * 1"
    ///   time_zone: UTC
    ///   start_time: "2026-12-01T00:00:00"
    ///   end_time: "2099-12-31T00:00:00"
    /// ```
    "schedule-window", Schedule, Warning,
    summary: "a schedule that ends before it can run",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-schedule-pipeline-job",
}

fn check(cx: &mut Context<'_>) {
    for trigger in cx.triggers().iter().filter(|trigger| !trigger.of_instance) {
        let Some((node, end)) = trigger.instant("end_time") else {
            continue;
        };
        let start = trigger.instant("start_time").map(|(_, start)| start);
        let (message, stage) = if start.is_some_and(|start| end <= start) {
            ("the schedule ends before it starts", None)
        } else if let Some(stage) = has_ended(cx, end) {
            ("the schedule has ended", Some(stage))
        } else {
            continue;
        };
        let diagnostic = cx.report(node.range(), message);
        stage.map(|stage| diagnostic.stage(stage));
        diagnostic
            .note("the CLI accepts the file, but no job ever runs")
            .help("write a later `end_time`, or remove it to run until the schedule is disabled");
    }
}

/// Returns the stage of a schedule whose `end` is in the past: a day counts from its beginning.
fn has_ended(cx: &Context<'_>, end: UnixTime) -> Option<Stage> {
    cx.stage(&[(Date::beginning_after(end)?, Level::Warning)])
}
