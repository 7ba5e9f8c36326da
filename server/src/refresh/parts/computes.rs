//! Computes.

use serde_json::Value;

use crate::refresh::values::{Entry, child, find, pascal, put, snake, text, whole, word};

pub(crate) fn entry(compute: &Value) -> Entry {
    let mut entry = Entry::new();
    put(&mut entry, "name", text(compute, &["name"]));
    // The REST API has the type of the resource at the top.
    let kind = word(compute, &["computetype", "type"]);
    put(
        &mut entry,
        "type",
        kind.map(|kind| snake(kind).replace('_', "")),
    );
    put(&mut entry, "size", text(compute, &["size", "vmsize"]));
    put(
        &mut entry,
        "tier",
        word(compute, &["tier", "vmpriority"]).map(tier),
    );
    put(
        &mut entry,
        "min_instances",
        whole(compute, &["mininstances", "minnodecount"]),
    );
    put(
        &mut entry,
        "max_instances",
        whole(compute, &["maxinstances", "maxnodecount"]),
    );
    put(
        &mut entry,
        "location",
        text(compute, &["computelocation", "location"]),
    );
    put(&mut entry, "state", word(compute, &["state"]).map(pascal));
    put(
        &mut entry,
        "idle_time_before_shutdown_minutes",
        idle_minutes(compute),
    );
    put(
        &mut entry,
        "schedules",
        has_schedules(compute).then_some(true),
    );
    entry
}

fn tier(text: &str) -> String {
    match snake(text).as_str() {
        "lowpriority" => "low_priority".to_owned(),
        other => other.to_owned(),
    }
}

/// The REST API has a duration: `PT30M`.
fn idle_minutes(compute: &Value) -> Option<i64> {
    let minutes = whole(compute, &["idletimebeforeshutdownminutes"]);
    minutes.or_else(|| minutes_of(text(compute, &["idletimebeforeshutdown"])?))
}

/// Returns the minutes of `P1DT2H30M`.
fn minutes_of(duration: &str) -> Option<i64> {
    let mut minutes = 0;
    let mut number = String::new();
    for c in duration.strip_prefix('P')?.chars() {
        let unit = match c {
            '0'..='9' => {
                number.push(c);
                continue;
            }
            'T' => continue,
            'D' => 24 * 60,
            'H' => 60,
            'M' => 1,
            _ => return None,
        };
        let count: i64 = number.parse().ok()?;
        minutes += count.checked_mul(unit)?;
        number.clear();
    }
    number.is_empty().then_some(minutes)
}

fn has_schedules(compute: &Value) -> bool {
    let lists = find(compute, &["schedules"]).map(|schedules| {
        let starts = child(schedules, "computestartstop").unwrap_or(schedules);
        starts.as_array().is_some_and(|list| !list.is_empty())
    });
    lists.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_minutes() {
        assert_eq!(minutes_of("PT30M"), Some(30));
        assert_eq!(minutes_of("P1DT2H"), Some(1560));
        assert_eq!(minutes_of("PT30S"), None);
        assert_eq!(minutes_of("30"), None);
    }
}
