//! Every place in an answer is one of the text that it is about.

use azml_rules::text::{Column, LineIndex, Position};
use serde_json::{Map, Value};

/// What places are held against.
pub(super) struct Places<'a> {
    pub(super) unit: Column,
    /// The text of a file, by its address.
    pub(super) text_of: &'a dyn Fn(&str) -> Option<&'a str>,
}

impl Places<'_> {
    /// Looks at everything in `answer`, which is about the file at `uri`.
    ///
    /// # Panics
    /// When a place is outside.
    pub(super) fn check(&self, answer: &Value, uri: &str) {
        match answer {
            Value::Array(items) => items.iter().for_each(|item| self.check(item, uri)),
            Value::Object(entries) => self.check_entries(entries, uri),
            _ => {}
        }
    }

    fn check_entries(&self, entries: &Map<String, Value>, uri: &str) {
        let document = entries.get("textDocument").and_then(|it| it.get("uri"));
        let own = entries.get("uri").or(document).and_then(Value::as_str);
        let uri = own.unwrap_or(uri);
        if let (Some(start), Some(end)) = (entries.get("start"), entries.get("end")) {
            let (start, end) = (position(start), position(end));
            assert!(start <= end, "{entries:?}");
            self.is_inside(start, uri);
            self.is_inside(end, uri);
        }
        for (key, value) in entries {
            match (key.as_str(), value) {
                // `changes` has an address for a key, and the target of a link is elsewhere.
                ("changes", Value::Object(files)) => {
                    for (uri, edits) in files {
                        self.check(edits, uri);
                    }
                }
                ("targetRange" | "targetSelectionRange", range) => {
                    let target = entries.get("targetUri").and_then(Value::as_str);
                    self.check(range, target.unwrap_or(uri));
                }
                // Ours, not the protocol's.
                ("data" | "arguments", _) => {}
                _ => self.check(value, uri),
            }
        }
    }

    fn is_inside(&self, at: Position, uri: &str) {
        let Some(text) = (self.text_of)(uri) else {
            return;
        };
        let index = LineIndex::new(text);
        let offset = index.offset(text, at, self.unit);
        let there = index.position(text, offset, self.unit);
        assert_eq!(at, there, "{uri}: {text:?}");
    }
}

pub(super) fn position(value: &Value) -> Position {
    let number = |key: &str| {
        let number = value[key].as_u64().and_then(|it| u32::try_from(it).ok());
        number.unwrap_or_else(|| panic!("no position: {value}"))
    };
    Position {
        line: number("line"),
        column: number("character"),
    }
}
