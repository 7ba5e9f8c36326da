//! Differences between two snapshots in words.

use std::collections::{BTreeMap, BTreeSet};

use azml_rules::wording::{counted, listed_up_to, shortened};
use serde_json::Value;

use super::parts::part::{FACT_KEYS, Part};
use super::snapshot::{Snapshot, json};
use super::values::Entry;

/// Maximum number of entries of a file that are listed.
const MOST: usize = 20;
/// Maximum number of names in one line.
const MOST_NAMES: usize = 5;
/// Maximum length of a value that is shown.
const MAX_VALUE: usize = 60;

/// Differences, as lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Changes {
    pub(crate) lines: Vec<String>,
    /// `true` if there are differences besides the day, the client, and what changes by the hour.
    pub(crate) are_lasting: bool,
}

impl Changes {
    /// Compares the contents of two snapshots.
    pub(super) fn between(old: &Snapshot, new: &Snapshot) -> Self {
        let mut changes = Self::default();
        changes.add_facts(old, new);
        for part in Part::ALL {
            match (old.parts.get(&part), new.parts.get(&part)) {
                (None, None) => {}
                (None, Some(entries)) => {
                    let count = counted(entries.len() as u64, "line");
                    changes.add(part.file(), &[format!("new, with {count}")]);
                    changes.are_lasting = true;
                }
                (Some(_), None) => {
                    changes.add(part.file(), &["removed".to_owned()]);
                    changes.are_lasting = true;
                }
                (Some(old), Some(new)) => changes.add_part(part, old, new),
            }
        }
        changes
    }

    fn add(&mut self, title: &str, lines: &[String]) {
        if !lines.is_empty() {
            self.lines.push(title.to_owned());
            self.lines
                .extend(lines.iter().map(|line| format!("  {line}")));
        }
    }

    fn add_facts(&mut self, old: &Snapshot, new: &Snapshot) {
        let (Some(old), Some(new)) = (&old.facts, &new.facts) else {
            self.are_lasting = old.facts.is_some() != new.facts.is_some();
            return;
        };
        let keys = FACT_KEYS
            .iter()
            .filter(|key| !matches!(**key, "saved" | "client"));
        let lines: Vec<String> = keys.filter_map(|key| difference(key, old, new)).collect();
        self.are_lasting = !lines.is_empty();
        self.add("workspace", &lines);
    }

    fn add_part(&mut self, part: Part, old: &[Entry], new: &[Entry]) {
        let (old, new) = (by_title(part, old), by_title(part, new));
        let only_in = |these: &BTreeMap<String, &Entry>, those: &BTreeMap<String, &Entry>| {
            let titles = these.keys().filter(|title| !those.contains_key(*title));
            titles.cloned().collect::<Vec<String>>()
        };
        let (added, removed) = (only_in(&new, &old), only_in(&old, &new));
        let mut lines = Vec::new();
        for (title, entry) in &new {
            let Some(before) = old.get(title) else {
                continue;
            };
            let is_fleeting = |key: &&str| part.fleeting().contains(key);
            let keys = part.keys().iter();
            let differences: Vec<(bool, String)> = keys
                .filter_map(|key| Some((is_fleeting(key), difference(key, before, entry)?)))
                .collect();
            self.are_lasting |= differences.iter().any(|(is_fleeting, _)| !is_fleeting);
            if !differences.is_empty() {
                let texts: Vec<String> = differences.into_iter().map(|(_, text)| text).collect();
                lines.push(format!("{title}: {}", texts.join(", ")));
            }
        }
        self.are_lasting |= !added.is_empty() || !removed.is_empty();
        if lines.len() > MOST {
            let more = lines.len() - MOST;
            lines.truncate(MOST);
            lines.push(format!("and {more} more"));
        }
        for (word, titles) in [("added", added), ("removed", removed)] {
            if !titles.is_empty() {
                lines.push(format!("{word}: {}", listed_up_to(MOST_NAMES, titles)));
            }
        }
        self.add(part.file(), &lines);
    }
}

/// Returns the entries by the values that identify them.
fn by_title(part: Part, entries: &[Entry]) -> BTreeMap<String, &Entry> {
    let title = |entry: &Entry| {
        let mut texts = part.identity().iter().map(|key| {
            let text = entry.get(*key).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        });
        let name = texts.next().unwrap_or_default();
        let rest: Vec<String> = texts.collect();
        if rest.is_empty() {
            name
        } else {
            format!("{name} ({})", rest.join(", "))
        }
    };
    entries.iter().map(|entry| (title(entry), entry)).collect()
}

/// Returns "max_instances 4 → 8" if the values of `key` differ.
fn difference(key: &str, old: &Entry, new: &Entry) -> Option<String> {
    let (old, new) = (old.get(key), new.get(key));
    if old == new {
        return None;
    }
    if let (Some(Value::Array(old)), Some(Value::Array(new))) = (old, new)
        && let Some(text) = list_difference(old, new)
    {
        return Some(format!("{key} {text}"));
    }
    Some(format!("{key} {} → {}", shown(old), shown(new)))
}

/// Returns "+8 -1" for lists of texts.
fn list_difference(old: &[Value], new: &[Value]) -> Option<String> {
    let texts = |list: &[Value]| {
        let texts = list.iter().map(|value| value.as_str().map(str::to_owned));
        texts.collect::<Option<BTreeSet<String>>>()
    };
    let (old, new) = (texts(old)?, texts(new)?);
    let signed = |sign: &'static str, texts: Vec<&String>| {
        let texts = texts.into_iter().take(MOST_NAMES);
        texts
            .map(|text| format!("{sign}{text}"))
            .collect::<Vec<_>>()
    };
    let added = signed("+", new.difference(&old).collect());
    let removed = signed("-", old.difference(&new).collect());
    let all = [added, removed].concat();
    (!all.is_empty()).then(|| all.join(" "))
}

fn shown(value: Option<&Value>) -> String {
    match value {
        None => "(none)".to_owned(),
        Some(Value::String(text)) => shortened(text, MAX_VALUE, " ..."),
        Some(value) => shortened(&json(value), MAX_VALUE, " ..."),
    }
}
