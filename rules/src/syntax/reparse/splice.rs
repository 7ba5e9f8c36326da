//! A tree of which one entry is exchanged, for one or more.

use std::iter::successors;
use std::sync::{Arc, OnceLock};

use super::difference::Difference;
use super::{Alone, Place};
use crate::syntax::alike::Alike;
use crate::syntax::assembly::{Assembly, id};
use crate::syntax::node::Node;
use crate::syntax::tree::{NONE, NodeData, Tree};
use crate::text::TextRange;

/// The tree of `text`: `before`, but for the entry at `place`, which is that of `alone` now.
pub(super) fn splice(
    before: &Tree,
    text: &Arc<str>,
    place: &Place<'_>,
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
    let moved_id = |id: u32| {
        if id == NONE || id < old {
            id
        } else {
            id - old + new
        }
    };
    let moved_offset = |offset: u32| offset_of(edit.moved(offset as usize));
    let moved = |at: TextRange| TextRange::new(moved_offset(at.start), moved_offset(at.end));
    let start = offset_of(place.start);
    let into = |at: TextRange| TextRange::new(at.start + start, at.end + start);

    for node in &before.nodes[..first as usize] {
        let next = moved_id(node.next);
        spliced.add(
            before,
            NodeData {
                next,
                ..node.clone()
            },
        );
    }
    let around = place.entry.key.parent().map_or(NONE, |around| around.id.0);
    let inner_id = |id: u32| match id {
        NONE => NONE,
        0 => around,
        id => id - 1 + first,
    };
    for node in &alone.nodes[1..] {
        let is_value = node.parent == 0 && node.next == NONE;
        let behind = moved_id(before.nodes[place.entry.value.id.0 as usize].next);
        spliced.add(
            alone,
            NodeData {
                range: into(node.range),
                parent: inner_id(node.parent),
                next: if is_value {
                    behind
                } else {
                    inner_id(node.next)
                },
                first: inner_id(node.first),
                mate: inner_id(node.mate),
                ..node.clone()
            },
        );
    }
    for node in &before.nodes[old as usize..] {
        spliced.add(
            before,
            NodeData {
                range: moved(node.range),
                parent: moved_id(node.parent),
                next: moved_id(node.next),
                first: moved_id(node.first),
                mate: moved_id(node.mate),
                ..node.clone()
            },
        );
    }
    let around_entry = place.entry.key.parent().map(Node::id);
    around_entry
        .into_iter()
        .for_each(|around| spliced.count_children(around));
    let value_end = alone.root().and_then(Node::last_child);
    let mut end = value_end.map_or(start, |value| into(value.range()).end);
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
        text: text.clone(),
        nodes: spliced.nodes,
        values: spliced.values,
        props: Vec::new(),
        comments: above.chain(inside).chain(below).collect(),
        documents: before.documents.clone(),
        long: vec![OnceLock::new(); spliced.long],
        may_merge: text.contains("<<"),
        unfollowed: Vec::new(),
        broken: error.as_ref().map(|_| moved_place),
        errors: error.into_iter().collect(),
        damage: alone.damage.iter().map(|at| into(*at)).collect(),
        lines: OnceLock::new(),
        edition: None,
        indent_unit: OnceLock::new(),
    };
    (tree, alike)
}

fn offset_of(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
