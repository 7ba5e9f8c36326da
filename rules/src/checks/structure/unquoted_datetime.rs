//! A date without quotes.

use crate::checks::prelude::*;

declare_rule! {
    /// YAML reads `2026-01-31T08:00:00` without quotes as a date. The CLI requires a string and
    /// rejects it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// trigger: {type: cron, expression: "0 2 * * *", start_time: 2026-01-31 08:00:00}
    /// create_job: ./pipeline.yml
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: nightly
    /// trigger: {type: cron, expression: "0 2 * * *", start_time: "2026-01-31 08:00:00"}
    /// create_job: ./pipeline.yml
    /// ```
    "unquoted-datetime", Structure, Error,
    summary: "a date without quotes where a string is required",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-schedule",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::UnquotedDatetime) {
        let quoted = in_iso_format(faults::quoted(problem.at));
        let message = format!(
            "{} must be a string; YAML reads `{}` as a date",
            faults::place_name(problem.at),
            faults::short_text(problem.at)
        );
        cx.report(problem.at.range(), message)
            .help(format!("write `{quoted}`"))
            .safe_fix(format!("write `{quoted}`"), replace(problem.at, quoted));
    }
}

/// Returns the date with `T` before its time: with a space, it isn't ISO 8601.
fn in_iso_format(quoted: String) -> String {
    match quoted.split_once(' ') {
        Some((day, time))
            if day.len() == "\"2026-01-31".len()
                && time.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            format!("{day}T{time}")
        }
        _ => quoted,
    }
}
