//! Numbers of a recurrence that are out of range, or that skip months.

use crate::checks::prelude::*;
use crate::timetable::TriggerKind;

declare_rule! {
    /// Hours are 0 to 23, minutes 0 to 59, days of the month 1 to 31, and an interval is at least 1. The CLI
    /// doesn't check them. On the 29th, 30th, or 31st, a schedule skips the months that don't have that day;
    /// this is an info.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger:
    ///   type: recurrence
    ///   frequency: day
    ///   interval: 1
    ///   schedule: {hours: [24], minutes: [0]}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger:
    ///   type: recurrence
    ///   frequency: day
    ///   interval: 1
    ///   schedule: {hours: [0], minutes: [0]}
    /// ```
    "recurrence-range", Schedule, Error,
    summary: "a number of a recurrence that is out of range",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-schedule-pipeline-job",
}

/// Days that some months don't have.
const LATE_DAYS: std::ops::RangeInclusive<i64> = 29..=31;

fn check(cx: &mut Context<'_>) {
    for trigger in cx.triggers() {
        if trigger.kind != TriggerKind::Recurrence {
            continue;
        }
        if let Some(node) = trigger.node.get("interval") {
            check_number(cx, node, "interval", (1, i64::MAX));
        }
        let Some(pattern) = trigger.node.get("schedule") else {
            continue;
        };
        for (key, range) in [
            ("hours", (0, 23)),
            ("minutes", (0, 59)),
            ("month_days", (1, 31)),
        ] {
            let Some(value) = pattern.get(key) else {
                continue;
            };
            if value.kind() == NodeKind::Sequence {
                for item in value.items() {
                    check_number(cx, item.resolved(), key, range);
                }
            } else {
                check_number(cx, value, key, range);
            }
        }
    }
}

fn check_number(cx: &mut Context<'_>, node: Node<'_>, key: &str, (least, greatest): (i64, i64)) {
    let Some(number) = known_int(node) else {
        return;
    };
    if (least..=greatest).contains(&number) {
        if key == "month_days" && LATE_DAYS.contains(&number) {
            report_late(cx, node, number);
        }
        return;
    }
    let allowed = if greatest == i64::MAX {
        format!("at least {least}")
    } else {
        format!("{least} to {greatest}")
    };
    cx.report(
        node.range(),
        format!("`{key}` must be {allowed}, not {number}"),
    )
    .note("the CLI doesn't check the number")
    .help(format!("write a number that is {allowed}"));
}

fn report_late(cx: &mut Context<'_>, node: Node<'_>, day: i64) {
    cx.report(
        node.range(),
        format!("months without a day {day} are skipped"),
    )
    .level(Level::Info)
    .note("the schedule doesn't move to the last day of a shorter month")
    .help("use a day from 1 to 28 to run every month");
}
