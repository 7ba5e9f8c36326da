//! The files of a snapshot on disk.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use azml_rules::snapshot::{SNAPSHOT_FILE, SNAPSHOT_FORMAT};
use serde::Serialize as _;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

use super::parts::part::{FACT_KEYS, Part};
use super::place::FOLDER;
use super::values::Entry;
use crate::check::{LEADS_OUTSIDE, delete_leftovers, leads_outside, write_together};
use crate::sandbox::{FileProblem, read_bytes};

/// Contents of a snapshot.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Snapshot {
    /// The entry of `snapshot.json`; `None` if there is none.
    pub(super) facts: Option<Entry>,
    /// Entries by file, sorted. A missing file is unknown.
    pub(super) parts: BTreeMap<Part, Vec<Entry>>,
}

impl Snapshot {
    /// Reads the snapshot of `home`: what is missing or broken counts as unknown.
    pub(super) fn read(home: &Path) -> Self {
        let folder = home.join(FOLDER);
        let json = |name: &str| -> Option<Value> {
            let bytes = read_bytes(&folder.join(name)).ok()?;
            serde_json::from_slice(&bytes).ok()
        };
        let entries = |part: Part| match json(part.file())? {
            Value::Array(entries) => Some((part, entries.into_iter().filter_map(object).collect())),
            _ => None,
        };
        Self {
            facts: json(SNAPSHOT_FILE).and_then(object),
            parts: Part::ALL.into_iter().filter_map(entries).collect(),
        }
    }

    /// Returns `true` if a newer version of azml-ls wrote it.
    pub(super) fn is_newer(&self) -> bool {
        let format = self
            .facts
            .as_ref()
            .and_then(|facts| facts.get("format")?.as_i64());
        format.is_some_and(|format| format > SNAPSHOT_FORMAT)
    }

    /// Returns `true` if `other` is of the same workspace.
    pub(super) fn is_of_workspace_of(&self, other: &Self) -> bool {
        let is_same = |key| {
            let text =
                |snapshot: &Self| Some(snapshot.facts.as_ref()?.get(key)?.as_str()?.to_lowercase());
            text(self) == text(other)
        };
        ["workspace", "resource_group", "subscription"]
            .into_iter()
            .all(is_same)
    }

    /// Makes it the snapshot of `home`, as a whole or not at all. Parts that it does not have are
    /// deleted if `old` has them.
    pub(super) fn write(&self, home: &Path, old: &Self) -> Result<(), FileProblem> {
        let folder = home.join(FOLDER);
        let unwritten = |path: &Path, error: &dyn std::fmt::Display| {
            FileProblem::error(path, format!("cannot be written: {error}"))
        };
        let made = match folder.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                std::fs::create_dir(&folder).map(|()| true)
            }
            found => found.map(|_| false),
        };
        let is_new =
            made.map_err(|error| unwritten(&folder, &crate::sandbox::without_number(&error)))?;
        if leads_outside(&folder) {
            return Err(unwritten(&folder, &LEADS_OUTSIDE));
        }
        delete_leftovers(&folder);
        let written = write_together(&self.files(&folder, old));
        written.map_err(|(path, error)| {
            if is_new {
                // Empty: nothing was written.
                let _ = std::fs::remove_dir(&folder);
            }
            unwritten(&path, &crate::sandbox::without_number(&error))
        })
    }

    /// Paths with their new texts; `None` for those that are deleted.
    fn files(&self, folder: &Path, old: &Self) -> Vec<(PathBuf, Option<String>)> {
        let parts = Part::ALL.into_iter().filter_map(|part| {
            let text = self.parts.get(&part).map(|entries| list(part, entries));
            let is_there = text.is_some() || old.parts.contains_key(&part);
            is_there.then(|| (folder.join(part.file()), text))
        });
        let facts = self
            .facts
            .iter()
            .map(|facts| (folder.join(SNAPSHOT_FILE), Some(lines(facts))));
        // Last: its presence makes the folder a snapshot.
        parts.chain(facts).collect()
    }
}

fn object(value: Value) -> Option<Entry> {
    match value {
        Value::Object(entry) => Some(entry),
        _ => None,
    }
}

/// One object, a key on a line.
fn lines(facts: &Entry) -> String {
    let lines = only(facts, FACT_KEYS)
        .map(|(key, value)| format!("  {}: {}", json(&key.into()), json(value)));
    format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// A list, an entry on a line.
fn list(part: Part, entries: &[Entry]) -> String {
    if entries.is_empty() {
        return "[]\n".to_owned();
    }
    let lines = entries.iter().map(|entry| {
        let known = only(entry, part.keys());
        let entry: Entry = known
            .map(|(key, value)| (key.to_owned(), value.clone()))
            .collect();
        json(&Value::Object(entry))
    });
    format!("[\n{}\n]\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// Returns the `keys` of `entry` that have a value, and nothing else.
fn only<'e>(
    entry: &'e Entry,
    keys: &'static [&'static str],
) -> impl Iterator<Item = (&'static str, &'e Value)> {
    keys.iter().filter_map(|key| Some((*key, entry.get(*key)?)))
}

/// Returns JSON in one line, with a space after separators.
pub(super) fn json(value: &Value) -> String {
    let mut out = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut out, Spaced);
    let written = value.serialize(&mut serializer);
    written.expect("memory can be written to, and keys are strings");
    String::from_utf8_lossy(&out).into_owned()
}

/// Separators as Python writes them.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_known_keys_are_written() {
        let entry = |value: Value| object(value).unwrap();
        let text = list(
            Part::Datastores,
            &[
                entry(json!({"name": "a", "account_name": "secret", "type": "azure_blob"})),
                entry(json!({"is_default": true, "name": "b"})),
            ],
        );
        let expected = "[\n{\"name\": \"a\", \"type\": \"azure_blob\"},\n{\"name\": \"b\", \"is_default\": true}\n]\n";
        assert_eq!(text, expected);
        let facts = entry(json!({"workspace": "w", "owner": "anna@contoso.com", "format": 1}));
        assert_eq!(
            lines(&facts),
            "{\n  \"format\": 1,\n  \"workspace\": \"w\"\n}\n"
        );
    }
}
