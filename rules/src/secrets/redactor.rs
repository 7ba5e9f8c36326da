//! Replaces secrets in texts that are output.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::AhoCorasick;

use super::{Secret, shapes};
use crate::work_counter;

/// Text that takes the place of a secret.
const MASK: &str = "***";

/// Minimum length of a known secret that is replaced wherever it is. A shorter one is a part of
/// many words.
const SHORTEST: usize = 6;

/// Number of secrets up to which each is searched for by itself, which takes no preparation.
const FEW: usize = 16;

/// Secrets that no output may show. Those that are known by their shape need no entry.
#[derive(Clone, Default, Debug)]
pub struct Redactor {
    values: BTreeSet<String>,
    /// Made at the first use.
    finder: OnceLock<Option<AhoCorasick>>,
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
            if value.len() >= SHORTEST {
                self.values.insert(value.to_owned());
            }
        }
        self.finder = OnceLock::new();
    }

    /// Returns the finder of all secrets in one pass; `None` where there are few.
    fn finder(&self) -> Option<&AhoCorasick> {
        let finder = self.finder.get_or_init(|| {
            let are_many = self.values.len() > FEW;
            are_many.then(|| AhoCorasick::new(&self.values).ok())?
        });
        finder.as_ref()
    }

    /// Returns `text` without secrets.
    pub fn redacted<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        shapes::each_shaped(text, |range, _| ranges.push(range));
        if let Some(finder) = self.finder() {
            work_counter::spend(1);
            ranges.extend(
                finder
                    .find_overlapping_iter(text)
                    .map(|found| found.range()),
            );
        } else {
            for value in &self.values {
                work_counter::spend(1);
                let found = memchr::memmem::find_iter(text.as_bytes(), value.as_bytes());
                ranges.extend(found.map(|at| at..at + value.len()));
            }
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
