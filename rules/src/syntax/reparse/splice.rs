//! Replaces one entry of a tree with one or more.

use std::iter::successors;
use std::sync::Arc;

use super::difference::Difference;
use super::entry_place::{Alone, EntryPlace};
use crate::syntax::reparse::tree_diff::Alike;
use crate::syntax::tree::assembly::{Assembly, id};
use crate::syntax::tree::node::Node;
use crate::syntax::tree::{NONE, Tree};
use crate::text::TextRange;

/// Returns the tree of `text`: `before` with the entry at `place` replaced by that of `alone`.
pub(super) fn splice(
    before: &Tree,
    text: &Arc<str>,
    place: &EntryPlace<'_>,
    edit: &Difference,
    alone: Alone,
) -> (Tree, Alike) {
    let Alone { tree: alone, error } = alone;
    let alone = &alone;
    let first = place.entry.key.id.0;
    let old = place.entry.value.end().0;
    // The mapping around the entry is in both trees.
    let new = first + id(alone.nodes.len()) - 1;
    let alike = Alike {
        before: first,
        old,
        new,
    };
    let mut spliced = Assembly::of(before.nodes.len() + alone.nodes.len());
    let moved_id = |id: u32| if id < old { id } else { id - old + new };
    let moved_offset = |offset: u32| offset_of(edit.moved(offset as usize));
    let moved = |at: TextRange| TextRange::new(moved_offset(at.start), moved_offset(at.end));
    let start = offset_of(place.start);
    let into = |at: TextRange| TextRange::new(at.start + start, at.end + start);

    for node in &before.nodes[..first as usize] {
        spliced.add(before, node.moved(|at| at, moved_id));
    }
    let around = place.entry.key.parent().map_or(NONE, |around| around.id.0);
    let inner_id = |id: u32| if id == 0 { around } else { id - 1 + first };
    for node in &alone.nodes[1..] {
        spliced.add(alone, node.moved(into, inner_id));
    }
    for node in &before.nodes[old as usize..] {
        spliced.add(before, node.moved(moved, moved_id));
    }
    let last = alone.root().and_then(Node::last_child);
    if let (Some(last), Some(behind)) = (last, place.entry.value.next_sibling()) {
        spliced.nodes[inner_id(last.id.0) as usize].next = moved_id(behind.id.0);
    }
    let around_entry = place.entry.key.parent().map(Node::id);
    around_entry
        .into_iter()
        .for_each(|around| spliced.count_children(around));
    let mut end = last.map_or(start, |last| into(last.range()).end);
    for holder in successors(place.entry.key.parent(), |node| node.parent()) {
        let is_last = holder.end().0 == old;
        let node = &mut spliced.nodes[holder.id.0 as usize];
        if !is_last {
            end = moved_offset(holder.range().end);
        }
        node.range.end = end;
    }
    let comments = before.comments.iter();
    let (old_start, old_end) = (start, offset_of(place.end));
    let above = comments.clone().filter(|at| at.end <= old_start).copied();
    let below = comments
        .filter(|at| at.start >= old_end)
        .map(|at| moved(*at));
    let inside = alone.comments.iter().map(|at| into(*at));
    let moved_place = TextRange::new(start, moved_offset(old_end));
    let tree = Tree {
        broken: error.as_ref().map(|_| moved_place),
        errors: error.into_iter().collect(),
        damage: alone.damage.iter().map(|at| into(*at)).collect(),
        ..spliced.tree(text, above.chain(inside).chain(below).collect())
    };
    (tree, alike)
}

fn offset_of(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
