//! Parsing again what an edit changed, and nothing else.
//!
//! A long file is one mapping in another: the entry that holds the edit is parsed alone, and its nodes
//! take the place of those that it had. Start at [`reparse`]. `difference` finds what changed in the
//! text, `splice` puts the trees together.
//!
//! What must stay true: the tree is the one that the whole text has. So an entry is parsed alone only
//! where nothing around it can mean anything for it: in block style, on lines of its own that are all
//! indented as far as its key or deeper, without anchors, tags, and mistakes. Everything else is parsed whole.

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

/// The tree of `text`, of which `before` is the tree before an edit, and what both have in common;
/// `None` where the whole text must be parsed. Lines that are `edited` (from 0) are those that changed
/// since the text last parsed.
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
        // What is parsed alone is small against the whole, or nothing is won.
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

/// What an entry is after an edit.
struct Alone {
    /// Its tree, with places from the start of its lines.
    tree: Tree,
    /// What is wrong in it, at its place in the whole text.
    error: Option<SyntaxError>,
}

/// An entry with the lines that belong to it, in the text before the edit.
#[derive(Clone, Copy)]
struct EntryPlace<'t> {
    entry: Entry<'t>,
    start: usize,
    end: usize,
    /// Where the lines of the mapping end that it is in.
    around_end: usize,
}

impl EntryPlace<'_> {
    /// How many spaces are before the key.
    fn indent(&self) -> usize {
        self.entry.key.range().start as usize - self.start
    }

    fn holds(&self, range: TextRange) -> bool {
        self.start <= range.start as usize && range.end as usize <= self.end
    }

    /// Its lines in `text`, which is that after the edit; `None` where something on them may belong to
    /// an entry around it.
    fn now<'n>(&self, text: &'n str, edit: &Difference) -> Option<&'n str> {
        let end = edit.moved(self.end);
        let now = text.get(self.start..end)?;
        let is_whole = end == text.len() || now.ends_with(['\n', '\r']);
        (is_whole && is_indented(now, self.indent())).then_some(now)
    }

    /// Where the lines end of the entry that follows it in its mapping. Behind the last entry that is
    /// only known at the end of the text.
    fn followed_to(&self) -> Option<usize> {
        let text = self.entry.key.tree().text();
        let Some(next) = self.entry.value.next_sibling().and_then(Node::value_of_key) else {
            return (self.around_end == text.len()).then_some(self.end);
        };
        let behind = next.next_sibling().map(|key| line_start(text, key));
        Some(behind.unwrap_or(self.around_end))
    }
}

/// The entry of `mapping`, whose lines go up to `end`, on whose lines the whole edit is.
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

/// Where the line begins on which `key` stands.
fn line_start(text: &str, key: Node<'_>) -> usize {
    let before = text.get(..key.range().start as usize).unwrap_or("");
    before.rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

/// Whether only spaces are before the key on its line.
fn stands_alone(entry: Entry<'_>, start: usize) -> bool {
    let before = entry
        .key
        .tree()
        .text
        .get(start..entry.key.range().start as usize);
    before.is_some_and(|before| before.bytes().all(|byte| byte == b' '))
}

/// The entry as it is after the edit, which may be more than one then; `None` where what is around it
/// may have a say in what it is.
fn parse_alone(
    text: &str,
    place: &EntryPlace<'_>,
    edit: &Difference,
    depth: usize,
) -> Option<Alone> {
    let tree = recover::parse_sound(&place.now(text, edit)?.into())?;
    fits_in(&tree, place.indent(), depth).then_some(Alone { tree, error: None })
}

/// As [`parse_alone`], for one that is not YAML.
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

/// Whether no line is indented less than the first, which holds the key. Comments may stand anywhere.
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
