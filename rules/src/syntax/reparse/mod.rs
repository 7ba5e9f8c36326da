//! Incremental parsing: parses only the entry that an edit changed.
//!
//! The entry that contains the edit is parsed alone, and its nodes replace the old ones. Start at
//! [`reparse`]. [`difference`] compares the texts, [`splice`](mod@splice) joins the trees.
//!
//! Invariant: the result is the tree of the whole text. So an entry is parsed alone only if its
//! context cannot change its meaning: in block style, on lines of its own that are indented at
//! least as far as its key, without anchors, tags, and errors. Otherwise the whole text is parsed.

mod difference;
mod splice;

use std::iter::successors;
use std::sync::Arc;

use super::assembly::{fits_in, is_block_mapping, is_plain};
use super::error::SyntaxError;
use super::node::{Entry, Node};
use super::recover;
use super::tree::Tree;
use super::tree_diff::Alike;
use crate::text::TextRange;
use difference::Difference;
use splice::splice;

/// Parses `text` after an edit, and returns the nodes it has in common with `before`, the tree
/// before the edit; `None` if the whole text must be parsed. `edited` are the lines (from 0) that
/// changed since the text last parsed.
pub(super) fn reparse(before: &Tree, text: &Arc<str>, edited: &[u32]) -> Option<(Tree, Alike)> {
    let is_sound = before.errors.is_empty() && before.damage.is_empty();
    if !is_plain(before) || !(is_sound || before.broken.is_some()) {
        return None;
    }
    let difference = Difference::new(&before.text, text);
    let outermost = entry_around(before.root()?, before.text.len(), &difference);
    let entries = successors(outermost, |place| {
        entry_around(place.entry.value, place.end, &difference)
    });
    let mut innermost_first: Vec<(usize, EntryPlace<'_>)> = entries.enumerate().collect();
    innermost_first.reverse();
    innermost_first.retain(|(_, place)| {
        // Parsing alone pays off only if the entry is much smaller than the text.
        let is_small = (place.end - place.start) * 2 <= before.text.len();
        is_small && before.broken.is_none_or(|broken| place.holds(broken))
    });
    let sound = innermost_first.iter().find_map(|(depth, place)| {
        let alone = parse_alone(text, place, &difference, *depth)?;
        Some((place, alone))
    });
    let (place, alone) = sound.or_else(|| {
        innermost_first.iter().find_map(|(depth, place)| {
            let alone = repair_alone(before, text, place, &difference, (*depth, edited))?;
            Some((place, alone))
        })
    })?;
    Some(splice(before, text, place, &difference, alone))
}

/// An entry parsed alone after an edit.
struct Alone {
    /// Its tree, with offsets from the start of its lines.
    tree: Tree,
    /// Its error, at its place in the whole text.
    error: Option<SyntaxError>,
}

/// An entry with the lines that belong to it, in the text before the edit.
#[derive(Clone, Copy)]
struct EntryPlace<'t> {
    entry: Entry<'t>,
    start: usize,
    end: usize,
    /// End of the lines of the mapping that contains it.
    around_end: usize,
}

impl EntryPlace<'_> {
    /// Returns the number of spaces before the key.
    fn indent(&self) -> usize {
        self.entry.key.range().start as usize - self.start
    }

    fn holds(&self, range: TextRange) -> bool {
        self.start <= range.start as usize && range.end as usize <= self.end
    }

    /// Returns its lines in `text`, the text after the edit; `None` if something on them may belong
    /// to an outer entry.
    fn now<'n>(&self, text: &'n str, edit: &Difference) -> Option<&'n str> {
        let end = edit.moved(self.end);
        let now = text.get(self.start..end)?;
        let is_whole = end == text.len() || now.ends_with(['\n', '\r']);
        (is_whole && is_indented(now, self.indent())).then_some(now)
    }

    /// Returns the end of the lines of the next entry in its mapping; for the last entry, `None`
    /// unless it is at the end of the text.
    fn followed_to(&self) -> Option<usize> {
        let text = self.entry.key.tree().text();
        let Some(next) = self.entry.value.next_sibling().and_then(Node::value_of_key) else {
            return (self.around_end == text.len()).then_some(self.end);
        };
        let behind = next.next_sibling().map(|key| line_start(text, key));
        Some(behind.unwrap_or(self.around_end))
    }
}

/// Returns the entry of `mapping`, whose lines end at `around_end`, that contains the whole edit.
fn entry_around<'t>(
    mapping: Node<'t>,
    around_end: usize,
    edit: &Difference,
) -> Option<EntryPlace<'t>> {
    if !is_block_mapping(mapping) {
        return None;
    }
    let text = mapping.tree().text();
    let mut entries = mapping.entries().peekable();
    while let Some(entry) = entries.next() {
        let next = entries.peek();
        let end = next.map_or(around_end, |next| line_start(text, next.key));
        if end < edit.old_end {
            continue;
        }
        let start = line_start(text, entry.key);
        let is_inside = start <= edit.start && stands_alone(entry, start);
        let place = EntryPlace {
            entry,
            start,
            end,
            around_end,
        };
        return is_inside.then_some(place);
    }
    None
}

/// Returns the start of the line of `key`.
fn line_start(text: &str, key: Node<'_>) -> usize {
    let before = text.get(..key.range().start as usize).unwrap_or("");
    before.rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

/// Returns `true` if only spaces precede the key on its line.
fn stands_alone(entry: Entry<'_>, start: usize) -> bool {
    let before = entry
        .key
        .tree()
        .text
        .get(start..entry.key.range().start as usize);
    before.is_some_and(|before| before.bytes().all(|byte| byte == b' '))
}

/// Parses the entry after the edit, which may have become several; `None` if the result may depend
/// on its context.
fn parse_alone(
    text: &str,
    place: &EntryPlace<'_>,
    edit: &Difference,
    depth: usize,
) -> Option<Alone> {
    let tree = recover::parse_sound(&place.now(text, edit)?.into())?;
    fits_in(&tree, place.indent(), depth).then_some(Alone { tree, error: None })
}

/// Same as [`parse_alone`], for an entry with a syntax error.
fn repair_alone(
    before: &Tree,
    text: &Arc<str>,
    place: &EntryPlace<'_>,
    edit: &Difference,
    (depth, edited): (usize, &[u32]),
) -> Option<Alone> {
    let lines = place.start..edit.moved(place.end);
    let first_line = before.lines().line_of(u32::try_from(place.start).ok()?);
    let last_line = first_line as usize + place.now(text, edit)?.lines().count();
    let is_inside = |line: &u32| first_line < *line && (*line as usize) < last_line;
    if !edited.iter().all(is_inside) {
        return None;
    }
    let part = recover::BrokenEntry {
        followed_to: edit.moved(place.followed_to()?),
        edited: (edited.first()? - first_line) as usize,
        lines,
    };
    let (tree, error) = recover::repair_part(text, &part)?;
    let error = Some(error);
    fits_in(&tree, place.indent(), depth).then_some(Alone { tree, error })
}

/// Returns `true` if no line except comments is indented less than the first, which has the key.
fn is_indented(alone: &str, indent: usize) -> bool {
    let mut lines = alone.split(['\n', '\r']);
    let width = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_key = lines.next().is_some_and(|line| width(line) == indent);
    is_key
        && !alone.contains(super::OTHER_BREAKS)
        && lines.all(|line| match line.as_bytes().get(width(line)) {
            None | Some(b'#') => true,
            Some(b'\t') => false,
            Some(_) => width(line) >= indent,
        })
}

#[cfg(test)]
mod tests;
