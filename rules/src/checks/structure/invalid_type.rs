//! A value of the wrong type.

use crate::checks::prelude::*;
use crate::schema::describe::expected;

declare_rule! {
    /// The value has the wrong type: a list instead of a mapping, a string instead of a number.
    ///
    /// Numbers in quotes are valid, and `yes`, `on`, and `1` mean true, as the CLI reads them.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: four
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 4
    /// ```
    "invalid-type", Structure, Error,
    marks: [Generic, SchemaCheck, Unfinished],
    summary: "a value of the wrong type",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::InvalidType) {
        let (SchemaFault::Shape { expected: ty } | SchemaFault::Value { expected: ty }) =
            problem.fault
        else {
            continue;
        };
        let expected = expected(ty);
        let message = format!(
            "{} must be {expected}, not {}",
            faults::place_name(problem.at),
            faults::value_name(problem.at)
        );
        let diagnostic = cx.report(marked(problem.at), message);
        match duration(problem.at) {
            Some((number, unit)) => {
                diagnostic.help(format!("write the number of {unit}, `{number}`"));
                let edit = replace(problem.at, number.to_string());
                diagnostic.unsafe_fix(format!("write `{number}`"), edit);
            }
            None => {
                diagnostic.help(format!("replace it with {expected}"));
            }
        }
    }
}

/// Units of time, in milliseconds.
const UNITS: [(&str, u64); 3] = [
    ("milliseconds", 1),
    ("seconds", 1000),
    ("minutes", 60 * 1000),
];

/// Keys of whole numbers that are seconds. The others have the unit in their names.
const SECONDS: [&str; 6] = [
    "idle_time_before_scale_down",
    "initial_delay",
    "period",
    "polling_interval",
    "timeout",
    "trial_timeout",
];

/// Returns the number for a time with a unit, and the unit in which the key counts: 3600 seconds for `1h`.
fn duration(node: Node<'_>) -> Option<(u64, &'static str)> {
    let key = node.key().and_then(Node::text)?;
    let (unit, length) = match key {
        _ if key.ends_with("_ms") => UNITS[0],
        _ if SECONDS.contains(&key) => UNITS[1],
        _ if key.ends_with("_minutes") => UNITS[2],
        _ => return None,
    };
    let text = known_text(node)?.trim();
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let written = match text
        .get(digits.len()..)?
        .trim()
        .to_ascii_lowercase()
        .as_str()
    {
        "ms" | "milliseconds" => 1,
        "s" | "sec" | "seconds" => 1000,
        "m" | "min" | "minutes" => 60 * 1000,
        "h" | "hour" | "hours" => 60 * 60 * 1000,
        "d" | "day" | "days" => 24 * 60 * 60 * 1000,
        _ => return None,
    };
    let time = digits.parse::<u64>().ok()?.checked_mul(written)?;
    time.is_multiple_of(length).then(|| (time / length, unit))
}

/// Returns the range of the value, or of its key if the value has several lines.
fn marked(node: Node<'_>) -> TextRange {
    if node.raw().contains('\n') {
        node.key().unwrap_or(node).range()
    } else {
        node.range()
    }
}
