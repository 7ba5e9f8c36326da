//! Replaces secrets in texts that are output.

use std::borrow::Cow;
use std::ops::Range;

use super::{Secret, shapes};

/// Text that takes the place of a secret.
const MASK: &str = "***";

/// Minimum length of a known secret that is replaced wherever it is. A shorter one is a part of
/// many words.
const SHORTEST: usize = 6;

/// Secrets that no output may show. Those that are known by their shape need no entry.
#[derive(Clone, Default, Debug)]
pub struct Redactor {
    /// Texts of secrets, the longest first.
    values: Vec<String>,
}

impl Redactor {
    /// Returns the redactor of the `secrets` of `text`.
    pub fn of(text: &str, secrets: &[Secret]) -> Self {
        let mut redactor = Self::default();
        redactor.add(text, secrets);
        redactor
    }

    /// Adds the `secrets` of `text`.
    pub fn add(&mut self, text: &str, secrets: &[Secret]) {
        let values = secrets.iter().map(|secret| secret.range.slice(text));
        for value in values.flat_map(str::lines) {
            let value = value.trim_matches([' ', '\t', '"', '\'', '\\']);
            if value.len() >= SHORTEST && !self.values.iter().any(|known| known == value) {
                self.values.push(value.to_owned());
            }
        }
        self.values
            .sort_by_key(|value| std::cmp::Reverse(value.len()));
    }

    /// Returns `text` without secrets.
    pub fn redacted<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        shapes::each_shaped(text, |range, _| ranges.push(range));
        for value in &self.values {
            let found = memchr::memmem::find_iter(text.as_bytes(), value.as_bytes());
            ranges.extend(found.map(|at| at..at + value.len()));
        }
        if ranges.is_empty() {
            return Cow::Borrowed(text);
        }
        ranges.sort_by_key(|range| range.start);
        let mut redacted = String::new();
        let mut end = 0;
        for range in ranges {
            if range.start >= end {
                redacted.push_str(&text[end..range.start]);
                redacted.push_str(MASK);
            }
            end = end.max(range.end);
        }
        redacted.push_str(&text[end..]);
        Cow::Owned(redacted)
    }

    /// Returns `true` if `text` contains a secret.
    pub fn finds_any(&self, text: &str) -> bool {
        matches!(self.redacted(text), Cow::Owned(_))
    }
}
