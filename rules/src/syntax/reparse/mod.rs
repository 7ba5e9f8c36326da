//! Incremental parsing: parses only the entry that an edit changed.
//!
//! The entry that contains the edit is parsed alone, and its nodes replace the old ones. Start at
//! [`reparse`]. [`difference`] compares the texts, [`entry_place`] is the entry, [`splice`](mod@splice) joins the trees.
//! [`tree_diff`] lists the nodes that the trees before and after have in common, and [`revision`] the
//! trees that are those of one text.
//!
//! Invariant: the result is the tree of the whole text. So an entry is parsed alone only if its
//! context cannot change its meaning: in block style, on lines of its own that are indented at
//! least as far as its key, without anchors, tags, and errors. Otherwise the whole text is parsed.

mod difference;
mod entry_place;
pub(super) mod revision;
mod splice;
pub(super) mod tree_diff;

use std::iter::successors;
use std::sync::Arc;

use self::entry_place::{Alone, EntryPlace, line_start};
use self::tree_diff::Alike;
use super::recover;
use super::tree::Tree;
use super::tree::assembly::{fits_in, is_block_mapping, is_plain};
use super::tree::node::{Entry, Node};
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
        let is_inside = start <= edit.start && begins_line(entry, start);
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

/// Returns `true` if only spaces precede the key on its line.
fn begins_line(entry: Entry<'_>, start: usize) -> bool {
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

#[cfg(test)]
mod tests;
