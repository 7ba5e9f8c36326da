//! One file of a snapshot: a list of entries that have names.

use std::sync::Arc;

use super::fields::{Fields, plain_text};
use crate::syntax::{self, CutJson, Node, NodeKind};
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
    /// Reads the file at `path` with `text`, and what is wrong in it.
    pub(super) fn read(path: Arc<str>, text: &str) -> (Self, Vec<(TextRange, String)>) {
        let (mut entries, skipped, mut problems);
        if let Some(cut) = CutJson::find(text) {
            (entries, _) = entries_of(syntax::parse(&*cut.whole).root());
            problems = vec![(
                cut.end,
                CutJson::message(entries.len(), ("entry", "entries")),
            )];
        } else {
            let tree = syntax::parse(text);
            (entries, skipped) = entries_of(tree.root());
            let errors = tree.errors().iter();
            problems = errors
                .map(|error| (error.range, error.message.clone()))
                .collect::<Vec<_>>();
            if let Some(range) = skipped.filter(|_| problems.is_empty()) {
                problems.push((range, "this is not an entry of the list".to_owned()));
            }
        }
        entries.sort_by_cached_key(|entry: &T| entry.name().text.to_ascii_lowercase());
        let list = Self {
            path,
            entries,
            is_whole: problems.is_empty(),
        };
        (list, problems)
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

/// Returns the entries, and the range of the first part that is none.
fn entries_of<T: SavedEntry>(root: Option<Node<'_>>) -> (Vec<T>, Option<TextRange>) {
    let Some(root) = root else {
        return (Vec::new(), None);
    };
    // The REST API wraps lists in `value`.
    let value = root.get("value");
    let list = value.filter(|value| value.kind() == NodeKind::Sequence);
    let list = list.unwrap_or(root);
    if list.kind() != NodeKind::Sequence {
        return (Vec::new(), Some(root.range()));
    }
    let (mut entries, mut skipped) = (Vec::new(), None);
    for item in list.items() {
        let fields = Fields::of(item);
        match name_of(&fields) {
            Some(name) => entries.extend(T::read(&fields, name)),
            None => skipped = skipped.or(Some(item.range())),
        }
    }
    (entries, skipped)
}

fn name_of(fields: &Fields<'_>) -> Option<SavedName> {
    let mut node = fields.get(&["name"])?;
    // The name of a quota is a mapping in the output of the CLI.
    if node.kind() == NodeKind::Mapping {
        node = Fields::of(node).get(&["value"])?;
    }
    let text = plain_text(node).filter(|text| !text.is_empty())?;
    Some(SavedName {
        text: text.to_owned(),
        range: node.range(),
    })
}
