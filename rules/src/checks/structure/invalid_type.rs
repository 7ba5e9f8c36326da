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
        match seconds(problem.at) {
            Some(seconds) => {
                diagnostic.help(format!("write the number of seconds, `{seconds}`"));
                let edit = replace(problem.at, seconds.to_string());
                diagnostic.unsafe_fix(format!("write `{seconds}`"), edit);
            }
            None => {
                diagnostic.help(format!("replace it with {expected}"));
            }
        }
    }
}

/// Keys of whole numbers that are seconds.
const SECONDS: [&str; 3] = ["idle_time_before_scale_down", "timeout", "trial_timeout"];

/// Returns the seconds of a time with a unit: 3600 for `1h`.
fn seconds(node: Node<'_>) -> Option<u64> {
    node.key()
        .and_then(Node::text)
        .filter(|key| SECONDS.contains(key))?;
    let text = known_text(node)?.trim();
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match text
        .get(digits.len()..)?
        .trim()
        .to_ascii_lowercase()
        .as_str()
    {
        "s" | "sec" | "seconds" => 1,
        "m" | "min" | "minutes" => 60,
        "h" | "hour" | "hours" => 60 * 60,
        "d" | "day" | "days" => 24 * 60 * 60,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// Returns the range of the value, or of its key if the value has several lines.
fn marked(node: Node<'_>) -> TextRange {
    if node.raw().contains('\n') {
        node.key().unwrap_or(node).range()
    } else {
        node.range()
    }
}
