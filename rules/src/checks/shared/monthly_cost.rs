//! What machines cost that run all the time, and how long a number of seconds is, in words.

use crate::checks::context::Context;
use crate::syntax::Node;
use crate::syntax::known_text;

/// "about $5,363 a month (East US list price of 2026-06-18)" for machines that run all the time.
pub(crate) fn monthly_cost(
    cx: &Context<'_>,
    size: Option<Node<'_>>,
    machines: i64,
) -> Option<String> {
    let rate = cx.settings.prices.rate(size.and_then(known_text)?)?;
    Some(format!("{} ({})", rate.monthly(machines), rate.basis()))
}

/// "1 node", "2 nodes".
pub(crate) fn count(number: i64, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

/// "45 seconds", "2 hours", "1 day and 12 hours": the two largest units.
pub(crate) fn duration(seconds: i64) -> String {
    let units = [
        (86_400, "day"),
        (3_600, "hour"),
        (60, "minute"),
        (1, "second"),
    ];
    let mut rest = seconds;
    let mut parts = Vec::new();
    for (length, noun) in units {
        if rest >= length {
            parts.push(count(rest / length, noun));
            rest %= length;
        }
    }
    parts.truncate(2);
    if parts.is_empty() {
        "0 seconds".to_owned()
    } else {
        parts.join(" and ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_in_words() {
        let cases = [
            (0, "0 seconds"),
            (1, "1 second"),
            (7200, "2 hours"),
            (5400, "1 hour and 30 minutes"),
            (604_800, "7 days"),
        ];
        for (seconds, words) in cases {
            assert_eq!(duration(seconds), words);
        }
    }
}
