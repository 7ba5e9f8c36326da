//! Time zones that are not Windows time zone names.

use crate::checks::prelude::*;
use crate::time_zone::{time_zone, time_zone_of_iana, time_zones};

declare_rule! {
    /// `time_zone` takes the names of Windows, such as `W. Europe Standard Time`, not those of the IANA
    /// database, such as `Europe/Berlin`. The CLI doesn't check the name.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger: {type: cron, expression: "0 6 * * 1", time_zone: Europe/Berlin}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// create_job: azureml:train-pipeline
    /// trigger: {type: cron, expression: "0 6 * * 1", time_zone: W. Europe Standard Time}
    /// ```
    "schedule-time-zone", Schedule, Warning,
    marks: [Unfinished],
    summary: "a time zone that is not the name of a Windows time zone",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-schedule",
}

fn check(cx: &mut Context<'_>) {
    for trigger in cx.triggers() {
        let Some(node) = trigger.node.get("time_zone") else {
            continue;
        };
        let Some(name) = known_text(node).filter(|name| time_zone(name.trim()).is_none()) else {
            continue;
        };
        let meant = time_zone_of_iana(name.trim())
            .map(|zone| zone.windows)
            .or_else(|| closest(name, time_zones()));
        let diagnostic = cx.report(
            node.range(),
            format!("`{name}` is not the name of a Windows time zone"),
        );
        diagnostic.note(
            "schedules take the names of Windows, not those of the IANA database; the CLI doesn't \
             check them",
        );
        match meant {
            Some(meant) => diagnostic
                .help(format!("write `{meant}`"))
                .unsafe_fix(format!("use `{meant}`"), fix::replace(node, meant)),
            None => diagnostic.help(
                "write a name such as `W. Europe Standard Time` or `Pacific Standard Time`; without \
                 `time_zone`, times are in UTC",
            ),
        };
    }
}
