//! Times of a day without a time zone.

use crate::checks::prelude::*;
use crate::timetable::{Timing, TriggerKind, Zone};

declare_rule! {
    /// Without `time_zone`, the hours of a schedule are in UTC. In other time zones, the local
    /// time differs and shifts with daylight saving time. Schedules that run at every hour are not
    /// reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger: {type: cron, expression: "0 6 * * 1"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger: {type: cron, expression: "0 6 * * 1", time_zone: UTC}
    /// ```
    "schedule-without-time-zone", Schedule, Hint (off),
    summary: "a schedule at fixed hours without a time zone",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-schedule-pipeline-job",
}

fn check(cx: &mut Context<'_>) {
    for trigger in cx.triggers() {
        // A start time with an offset from UTC shows that the time zone was considered.
        if trigger.zone() != Zone::Default
            || trigger.node.get("start_time").is_some()
            || has_misspelled_zone(trigger.node)
        {
            continue;
        }
        let has_hours = Timing::of(*trigger)
            .and_then(|timing| timing.clock)
            .is_some_and(|clock| clock.hours.len() < 24);
        let key = match trigger.kind {
            TriggerKind::Cron => "expression",
            TriggerKind::Recurrence => "schedule",
        };
        let Some(entry) = trigger.node.entry(key).filter(|_| has_hours) else {
            continue;
        };
        let diagnostic = cx.report(
            entry.key.range(),
            "the hours are in UTC without `time_zone`",
        );
        diagnostic
            .note("in a zone with daylight saving time, they are an hour off for half of the year")
            .help("add `time_zone`: `UTC`, or a name such as `W. Europe Standard Time`");
        if trigger.node.get("time_zone").is_none() {
            diagnostic.safe_fix(
                "write `time_zone: UTC`",
                fix::insert_key(entry, "time_zone", "UTC"),
            );
        }
    }
}

/// Returns `true` for `timezone`, which is reported as an unknown key.
fn has_misspelled_zone(trigger: Node<'_>) -> bool {
    trigger.entries().any(|entry| {
        let key = entry.key.text().unwrap_or_default();
        key != "time_zone" && key.replace(['_', '-'], "").eq_ignore_ascii_case("timezone")
    })
}
