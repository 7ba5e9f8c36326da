//! The entry that is parsed again, and the result.

use super::difference::Difference;
use crate::syntax::error::SyntaxError;
use crate::syntax::lines::OTHER_BREAKS;
use crate::syntax::tree::Tree;
use crate::syntax::tree::node::{Entry, Node};
use crate::text::TextRange;

/// An entry parsed alone after an edit.
pub(super) struct Alone {
    /// Its tree, with offsets from the start of its lines.
    pub(super) tree: Tree,
    /// Its error, at its place in the whole text.
    pub(super) error: Option<SyntaxError>,
}

/// An entry with the lines that belong to it, in the text before the edit.
#[derive(Clone, Copy)]
pub(super) struct EntryPlace<'t> {
    pub(super) entry: Entry<'t>,
    pub(super) start: usize,
    pub(super) end: usize,
    /// End of the lines of the mapping that contains it.
    pub(super) around_end: usize,
}

impl EntryPlace<'_> {
    /// Returns the number of spaces before the key.
    pub(super) fn indent(&self) -> usize {
        self.entry.key.range().start as usize - self.start
    }

    pub(super) fn holds(&self, range: TextRange) -> bool {
        self.start <= range.start as usize && range.end as usize <= self.end
    }

    /// Returns its lines in `text`, the text after the edit; `None` if something on them may belong
    /// to an outer entry.
    pub(super) fn now<'n>(&self, text: &'n str, edit: &Difference) -> Option<&'n str> {
        let end = edit.moved(self.end);
        let now = text.get(self.start..end)?;
        let is_whole = end == text.len() || now.ends_with(['\n', '\r']);
        (is_whole && is_indented(now, self.indent())).then_some(now)
    }

    /// Returns the end of the lines of the next entry in its mapping; for the last entry, `None`
    /// unless it is at the end of the text.
    pub(super) fn followed_to(&self) -> Option<usize> {
        let text = self.entry.key.tree().text();
        let Some(next) = self.entry.value.next_sibling().and_then(Node::value_of_key) else {
            return (self.around_end == text.len()).then_some(self.end);
        };
        let behind = next.next_sibling().map(|key| line_start(text, key));
        Some(behind.unwrap_or(self.around_end))
    }
}

/// Returns the start of the line of `key`.
pub(super) fn line_start(text: &str, key: Node<'_>) -> usize {
    let before = text.get(..key.range().start as usize).unwrap_or("");
    before.rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

/// Returns `true` if no line except comments is indented less than the first, which has the key.
fn is_indented(alone: &str, indent: usize) -> bool {
    let mut lines = alone.split(['\n', '\r']);
    let width = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_key = lines.next().is_some_and(|line| width(line) == indent);
    is_key
        && !alone.contains(OTHER_BREAKS)
        && lines.all(|line| match line.as_bytes().get(width(line)) {
            None | Some(b'#') => true,
            Some(b'\t') => false,
            Some(_) => width(line) >= indent,
        })
}
