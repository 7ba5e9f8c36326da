//! Days and months in a cron expression, which the service ignores.

use crate::checks::prelude::*;
use crate::timetable::{Trigger, cron};

declare_rule! {
    /// The service ignores the day of the month and the month of a cron expression and treats them as `*`. A
    /// schedule of `0 6 1 * *`, meant for the first day of each month, runs every day, about 30 times as often.
    /// A recurrence with `frequency: month` and `month_days` does what was meant.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger: {type: cron, expression: "0 6 1 * *", time_zone: UTC}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger:
    ///   type: recurrence
    ///   frequency: month
    ///   interval: 1
    ///   schedule: {hours: 6, minutes: 0, month_days: 1}
    /// ```
    "cron-day-month-ignored", Schedule, Warning,
    summary: "a day of the month or a month in a cron expression, which has no effect",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-schedule-pipeline-job",
}

fn check(cx: &mut Context<'_>) {
    let expressions = cx
        .triggers()
        .iter()
        .copied()
        .filter_map(Trigger::expression);
    for (node, expression) in expressions {
        let fields = cron::fields(expression);
        let [_, _, (_, day), (_, month), (_, weekday)] = fields.as_slice() else {
            continue;
        };
        // Another rule reports fields that are not valid.
        let parts = [(2, day), (3, month), (4, weekday)];
        if parts
            .iter()
            .all(|(at, text)| cron::FIELDS[*at].problem(text).is_none())
        {
            report(cx, node, parts.map(|(at, text)| (&cron::FIELDS[at], *text)));
        }
    }
}

fn report(cx: &mut Context<'_>, node: Node<'_>, fields: [(&cron::CronField, &str); 3]) {
    let [(_, day), (_, month), _] = fields;
    let [day_is_all, month_is_all, weekday_is_all] = fields.map(|(field, text)| {
        let (least, greatest) = field.range;
        let numbers = field.numbers(text).unwrap_or_default();
        numbers.len() == usize::from(greatest - least) + 1
    });
    let what = match (day_is_all, month_is_all) {
        (true, true) => return,
        (false, true) => format!("the day of the month, `{day}`, is"),
        (true, false) => format!("the month, `{month}`, is"),
        (false, false) => format!("the day of the month, `{day}`, and the month, `{month}`, are"),
    };
    let often = if weekday_is_all {
        "every day"
    } else {
        "every week"
    };
    let diagnostic = cx.report(
        node.range(),
        format!("{what} ignored, so the job runs {often}"),
    );
    diagnostic.note("the service treats both fields as `*`; the CLI doesn't check them");
    diagnostic.help(if month_is_all {
        "use a recurrence: `frequency: month`, with `month_days` in its `schedule`"
    } else {
        "use a recurrence, with a `start_time` and an `interval` of months"
    });
}
