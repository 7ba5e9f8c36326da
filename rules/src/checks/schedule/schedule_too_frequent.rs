//! Pipelines that run every few minutes.

use crate::checks::prelude::*;
use crate::timetable::{Timing, Unit};

declare_rule! {
    /// Each run of a pipeline queues, starts nodes, and pulls images, which can take longer than the
    /// work itself. If a run isn't finished when the next one begins, runs pile up. This rule reports
    /// runs of jobs that are less than 15 minutes apart.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger: {type: cron, expression: "*/5 * * * *"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger: {type: cron, expression: "0 * * * *"}
    /// ```
    "schedule-too-frequent", Schedule, Info,
    summary: "a schedule with less than 15 minutes between two runs",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-schedule-pipeline-job",
}

/// Minimum number of minutes between two runs that isn't reported.
const LEAST: u32 = 15;

fn check(cx: &mut Context<'_>) {
    // A monitor or an import isn't a pipeline.
    if cx.kind() != Some(Kind::ScheduleJob) {
        return;
    }
    for trigger in cx.triggers() {
        let Some(timing) = Timing::of(*trigger) else {
            continue;
        };
        let Some(minutes) = minutes_between(&timing).filter(|minutes| *minutes < LEAST) else {
            continue;
        };
        let node = match trigger.expression() {
            Some((node, _)) => Some(node),
            None => trigger.node.get("interval"),
        };
        let Some(node) = node else {
            continue;
        };
        cx.report(
            node.range(),
            format!("runs are only {} apart", counted(minutes, "minute")),
        )
        .note(
            "each run queues, starts nodes, and pulls its image; if it takes longer than that, \
             runs pile up",
        )
        .help("leave at least 15 minutes between runs, or process several of them in one");
    }
}

/// Returns the minimum number of minutes between two runs in the same hour, or in two consecutive
/// hours.
fn minutes_between(timing: &Timing) -> Option<u32> {
    let Some(clock) = &timing.clock else {
        return (timing.unit == Unit::Minute).then_some(timing.interval);
    };
    let gaps = clock
        .minutes
        .windows(2)
        .map(|pair| u32::from(pair[1] - pair[0]));
    let has_next_hour = clock.hours.windows(2).any(|pair| pair[1] - pair[0] == 1);
    let ends = clock.minutes.first().zip(clock.minutes.last());
    let over = ends.filter(|_| has_next_hour);
    gaps.chain(over.map(|(first, last)| 60 + u32::from(*first) - u32::from(*last)))
        .min()
}
