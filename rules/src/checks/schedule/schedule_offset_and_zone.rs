//! A start time whose offset differs from that of its time zone.

use crate::checks::prelude::*;
use crate::timetable::{Zone, offset_in_words};

declare_rule! {
    /// `start_time` can contain an offset from UTC, and `time_zone` has one, too. If they differ,
    /// the documentation doesn't say which of them is used, so the first run can be hours away
    /// from what was meant. The client's own documentation writes the time without an offset next
    /// to `time_zone`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger:
    ///   type: cron
    ///   expression: "0 6 * * 1"
    ///   start_time: "2026-12-01T06:00:00+00:00"
    ///   time_zone: W. Europe Standard Time
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger:
    ///   type: cron
    ///   expression: "0 6 * * 1"
    ///   start_time: "2026-12-01T06:00:00"
    ///   time_zone: W. Europe Standard Time
    /// ```
    "schedule-offset-and-zone", Schedule, Info,
    summary: "a start time whose offset is not that of the time zone",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-schedule-pipeline-job",
}

fn check(cx: &mut Context<'_>) {
    for trigger in cx.triggers() {
        let (Zone::Known(zone), Some((written, there))) =
            (trigger.zone(), trigger.offsets_of_start())
        else {
            continue;
        };
        let Some(node) = trigger.node.get("start_time") else {
            continue;
        };
        cx.report(
            node.range(),
            format!(
                "the start is written in {}, but `{}` is {} at that time",
                offset_in_words(written),
                zone.windows,
                offset_in_words(there)
            ),
        )
        .note("the documentation doesn't say which of them is used")
        .help("remove the offset, and write the time of the time zone");
    }
}
