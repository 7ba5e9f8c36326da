//! An idle time that is not allowed.

use crate::checks::prelude::*;
use crate::compute::limits::{IDLE_SHUTDOWN_MAX_MINUTES as MAX, IDLE_SHUTDOWN_MIN_MINUTES as MIN};

declare_rule! {
    /// A compute instance can shut down after 15 minutes to 3 days without activity. The CLI
    /// doesn't check the time.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_shutdown_minutes: 5
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_shutdown_minutes: 60
    /// ```
    "instance-idle-range", Cost, Error,
    kind: ComputeComputeinstance,
    summary: "an idle time before shutdown outside 15 minutes to 3 days",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-compute-instance",
}

fn check(cx: &mut Context<'_>) {
    let minutes = cx
        .document
        .get("idle_time_before_shutdown_minutes")
        .and_then(|node| Some((node, node.int()?)));
    if let Some((node, minutes)) = minutes {
        report(cx, node, minutes, |nearest| nearest.to_string());
    }
    let duration = cx
        .document
        .get("idle_time_before_shutdown")
        .and_then(|node| Some((node, known_text(node)?)));
    if let Some((node, minutes)) =
        duration.and_then(|(node, text)| Some((node, iso_minutes(text)?)))
    {
        report(cx, node, minutes, |nearest| format!("PT{nearest}M"));
    }
}

fn report(cx: &mut Context<'_>, node: Node<'_>, minutes: i64, write: impl Fn(i64) -> String) {
    if (MIN..=MAX).contains(&minutes) {
        return;
    }
    let nearest = write(minutes.clamp(MIN, MAX));
    cx.report(
        node.range(),
        format!("the idle time must be {MIN} to {MAX} minutes, not {minutes}"),
    )
    .note("the documentation allows 15 minutes to 3 days; the CLI doesn't check it")
    .help(format!("use `{nearest}`"))
    .unsafe_fix(format!("use `{nearest}`"), fix::replace(node, nearest));
}

/// Returns the minutes of `PT30M`, `PT2H`, `P1D` and similar durations; `None` for other text.
fn iso_minutes(text: &str) -> Option<i64> {
    let (days, time) = text
        .strip_prefix('P')?
        .split_once('T')
        .unwrap_or((&text[1..], ""));
    let mut minutes = match days {
        "" => 0,
        days => days
            .strip_suffix('D')?
            .parse::<i64>()
            .ok()?
            .checked_mul(24 * 60)?,
    };
    let mut number = String::new();
    for c in time.chars() {
        let unit = match c {
            '0'..='9' => {
                number.push(c);
                continue;
            }
            'H' => 60,
            'M' => 1,
            _ => return None,
        };
        minutes = number
            .parse::<i64>()
            .ok()?
            .checked_mul(unit)?
            .checked_add(minutes)?;
        number.clear();
    }
    (number.is_empty() && text.len() > 2).then_some(minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_durations() {
        assert_eq!(iso_minutes("PT30M"), Some(30));
        assert_eq!(iso_minutes("P1DT2H5M"), Some(1565));
        assert_eq!(iso_minutes("P4D"), Some(5760));
        assert_eq!(iso_minutes("30"), None);
        assert_eq!(iso_minutes("PT30S"), None);
        assert_eq!(iso_minutes("PT5"), None);
    }
}
