//! One file of a snapshot: a list of entries that have names.

use std::sync::Arc;

use super::fields::{Fields, plain_text};
use super::json::{JsonError, JsonValue};
use crate::syntax::CutJson;
use crate::text::{Location, TextRange};

/// The name of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedName {
    /// The text.
    pub text: String,
    /// Its range in the file, with quotes.
    pub range: TextRange,
}

/// An entry of a list.
pub trait SavedEntry: Sized {
    /// Reads the entry from its mapping; `None` for an entry that has no use.
    fn read(fields: &Fields<'_>, name: SavedName) -> Option<Self>;

    /// Returns its name.
    fn name(&self) -> &SavedName;
}

/// The entries of one file.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedList<T> {
    /// The file.
    pub path: Arc<str>,
    /// Sorted by name in lower case.
    entries: Vec<T>,
    /// `true` if it was read completely, so that what it does not list does not exist.
    pub is_whole: bool,
}

impl<T: SavedEntry> SavedList<T> {
    /// Reads the file at `path` with `text`, and the first thing that is wrong in it.
    pub(super) fn read(path: Arc<str>, text: &str) -> (Self, Option<(TextRange, String)>) {
        let (items, error) = items_of(text);
        let (mut entries, mut skipped) = (Vec::new(), None);
        for item in items {
            let fields = Fields::of(item);
            match name_of(&fields, text) {
                Some(name) => entries.extend(T::read(&fields, name)),
                None => skipped = skipped.or(Some(item.range_in(text))),
            }
        }
        let problem = match error {
            Some(error) if error.is_cut => {
                let message = CutJson::message(entries.len(), ("entry", "entries"));
                Some((error.range, message))
            }
            Some(error) => Some((error.range, error.message)),
            None => skipped.map(|range| (range, "this is not an entry of the list".to_owned())),
        };
        entries.sort_by_cached_key(|entry: &T| entry.name().text.to_ascii_lowercase());
        let list = Self {
            path,
            entries,
            is_whole: problem.is_none(),
        };
        (list, problem)
    }

    /// Returns every entry, by name.
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    /// Returns the names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name().text.as_str())
    }

    /// Returns the entries with this name, ignoring case.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &T> {
        let lower = name.to_ascii_lowercase();
        let is_before = |entry: &T| {
            let letters = entry
                .name()
                .text
                .bytes()
                .map(|byte| byte.to_ascii_lowercase());
            letters.lt(lower.bytes())
        };
        let start = self.entries.partition_point(is_before);
        let rest = self.entries.get(start..).unwrap_or_default().iter();
        rest.take_while(move |entry| entry.name().text.eq_ignore_ascii_case(&lower))
    }

    /// Returns the entry with exactly this name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.named(name).find(|entry| entry.name().text == name)
    }

    /// Returns the place of the name of an entry, without its quotes.
    pub fn place(&self, entry: &T) -> Location {
        let SavedName { text, range } = entry.name();
        let is_quoted = range.len() as usize == text.len() + 2;
        let range = if is_quoted {
            TextRange::new(range.start + 1, range.end - 1)
        } else {
            *range
        };
        Location {
            path: self.path.clone(),
            range,
        }
    }
}

/// Returns the items of the list. The REST API wraps lists in `value`.
fn items_of(text: &str) -> (Vec<JsonValue<'_>>, Option<JsonError>) {
    if text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('[')
    {
        return JsonValue::items_of(text);
    }
    let root = match JsonValue::of(text) {
        Ok(root) => root,
        Err(error) => return (Vec::new(), Some(error)),
    };
    match Fields::of(root).get(&["value"]) {
        Some(list) if list.is_list() => (list.items(), None),
        _ => (
            Vec::new(),
            Some(JsonError::not(root, "a list of entries", text)),
        ),
    }
}

fn name_of(fields: &Fields<'_>, text: &str) -> Option<SavedName> {
    let mut name = fields.get(&["name"])?;
    // The name of a quota is a mapping in the output of the CLI.
    if name.is_mapping() {
        name = Fields::of(name).get(&["value"])?;
    }
    Some(SavedName {
        text: plain_text(name).filter(|text| !text.is_empty())?,
        range: name.range_in(text),
    })
}
