//! The refresh of `rules/data/python.yaml` from the release cycle of Python.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use azml_rules::date::Date;
use serde_json::Value;

use super::{Changes, Problem};

/// Major and minor.
type Number = (u32, u32);

/// Takes the ends of support from `cycle`, the file `include/release-cycle.json` of python/devguide,
/// into `table`. Where only a month is announced, its last day is written. Versions that are
/// released and newer than those of the table are added; everything else stays.
///
/// # Errors
/// When the cycle is not in that format, or the table has no versions.
pub fn support_ends(table: &str, cycle: &str) -> Result<(String, Changes), Problem> {
    let mut cycle = read_cycle(cycle)?;
    let mut changes = Vec::new();
    let mut text = String::new();
    let mut last = None;
    for line in table.split_inclusive('\n') {
        let Some((version, ends)) = version_line(line) else {
            text.push_str(line);
            continue;
        };
        last = Some(version);
        match cycle.remove(&version) {
            Some(new) if new.ends != ends => {
                changes.push(format!("{}: ends {ends} -> {}", named(version), new.ends));
                text.push_str(&line.replace(ends, &new.ends));
            }
            _ => text.push_str(line),
        }
    }
    let last =
        last.ok_or("the table has no line such as `- {version: \"3.12\", ends: 2028-10-31}`")?;
    for (version, new) in cycle.range((last.0, last.1 + 1)..) {
        if !new.is_released {
            changes.push(format!("{}: not released yet", named(*version)));
            continue;
        }
        changes.push(format!("{}: new, ends {}", named(*version), new.ends));
        writeln!(
            text,
            "- {{version: {:?}, ends: {}}}",
            named(*version),
            new.ends
        )
        .map_err(|error| error.to_string())?;
    }
    Ok((text, changes))
}

fn named((major, minor): Number) -> String {
    format!("{major}.{minor}")
}

fn number(version: &str) -> Option<Number> {
    let (major, minor) = version.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The version and the day of a line of the table.
fn version_line(line: &str) -> Option<(Number, &str)> {
    let rest = line.strip_prefix("- {version: \"")?;
    let (version, rest) = rest.split_once("\", ends: ")?;
    Some((number(version)?, rest.get(..10)?))
}

/// What the cycle says of a version.
struct Entry {
    ends: String,
    is_released: bool,
}

fn read_cycle(text: &str) -> Result<BTreeMap<Number, Entry>, Problem> {
    let cycle: BTreeMap<String, Value> =
        serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut found = BTreeMap::new();
    for (version, entry) in cycle {
        let number = number(&version).ok_or_else(|| format!("`{version}` is no version"))?;
        let written = entry["end_of_life"].as_str();
        let written = written.ok_or_else(|| format!("{version}: there is no `end_of_life`"))?;
        let ends = last_day(written).ok_or_else(|| format!("{version}: `{written}` is no date"))?;
        let is_released = !matches!(entry["status"].as_str(), Some("feature" | "prerelease"));
        found.insert(number, Entry { ends, is_released });
    }
    Ok(found)
}

/// A day as it is; of a month the last one.
fn last_day(written: &str) -> Option<String> {
    if let Some(day) = Date::parse(written) {
        return Some(day.to_string());
    }
    let days = (28..=31).rev();
    let mut days = days.filter_map(|day| Date::parse(&format!("{written}-{day}")));
    Some(days.next()?.to_string())
}
