//! Parsing again what an edit changed, and nothing else.
//!
//! A long file is one mapping in another: the entry that holds the edit is parsed alone, and its nodes
//! take the place of those that it had. Start at [`reparse`]. `difference` finds what changed in the
//! text, `splice` puts the trees together.
//!
//! What must stay true: the tree is the one that the whole text has. So an entry is parsed alone only
//! where nothing around it can mean anything for it: in block style, on lines of its own that are all
//! indented deeper than its key, without anchors, tags, and mistakes. Everything else is parsed whole.

mod difference;
mod splice;

use std::iter::successors;
use std::sync::Arc;

use super::node::{Entry, Node};
use super::recover;
use super::tree::{NodeId, NodeKind, Tree};
use difference::Difference;
use splice::splice;

/// So deep may an entry that is parsed alone be nested; the parser takes 255.
const DEPTH: usize = 200;

/// What some readers take for the end of a line, or for nothing.
const OTHER_BREAKS: [char; 4] = ['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}'];

/// Which nodes of a tree are those of the tree before an edit: all before the edited entry, and all
/// behind it. What holds the entry, up to the root, is among the former; what is in it is another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Alike {
    /// How many at the beginning.
    before: u32,
    /// Where those behind the entry begin in the tree before the edit.
    old: u32,
    /// Where they begin now.
    new: u32,
}

impl Alike {
    /// The node before the edit that the nodes from `node` up to `end` were the first of; `None`
    /// where one of them is in the edited entry, or holds it.
    pub(crate) fn before_edit(self, node: NodeId, end: NodeId) -> Option<NodeId> {
        if end.0 <= self.before {
            return Some(node);
        }
        let is_behind = node.0 >= self.new;
        is_behind.then(|| node.moved(NodeId(self.new), NodeId(self.old)))
    }

    /// What is alike after this edit and the `next` one.
    pub(crate) fn then(self, next: Self) -> Self {
        let behind = self.new.max(next.old);
        Self {
            before: self.before.min(next.before),
            old: behind - self.new + self.old,
            new: behind - next.old + next.new,
        }
    }
}

/// The tree of `text`, of which `before` is the tree before an edit, and what both have in common;
/// `None` where the whole text must be parsed.
pub(super) fn reparse(before: &Tree, text: &Arc<str>) -> Option<(Tree, Alike)> {
    let is_sound = before.errors.is_empty() && before.damage.is_empty();
    if !is_sound || !before.props.is_empty() || before.documents.len() != 1 {
        return None;
    }
    let difference = Difference::new(&before.text, text);
    let outermost = entry_around(before.root()?, before.text.len(), &difference);
    let entries: Vec<Place<'_>> = successors(outermost, |place| {
        entry_around(place.entry.value, place.end, &difference)
    })
    .collect();
    let mut innermost_first = entries.iter().enumerate().rev();
    innermost_first.find_map(|(depth, place)| {
        // What is parsed alone is small against the whole, or nothing is won.
        if (place.end - place.start) * 2 > before.text.len() {
            return None;
        }
        let alone = parse_alone(text, place, &difference, depth)?;
        Some(splice(before, text, place, &difference, &alone))
    })
}

/// An entry with the lines that belong to it, in the text before the edit.
#[derive(Clone, Copy)]
struct Place<'t> {
    entry: Entry<'t>,
    start: usize,
    end: usize,
}

/// The entry of `mapping`, whose lines go up to `end`, on whose lines the whole edit is.
fn entry_around<'t>(mapping: Node<'t>, end: usize, edit: &Difference) -> Option<Place<'t>> {
    if mapping.kind() != NodeKind::Mapping || mapping.is_flow() {
        return None;
    }
    let text = mapping.tree().text();
    let mut entries = mapping.entries().peekable();
    while let Some(entry) = entries.next() {
        let next = entries.peek();
        let end = next.map_or(end, |next| line_start(text, *next));
        if end < edit.old_end {
            continue;
        }
        let start = line_start(text, entry);
        let is_inside = start <= edit.start && stands_alone(entry, start);
        return is_inside.then_some(Place { entry, start, end });
    }
    None
}

/// Where the line begins on which the key stands.
fn line_start(text: &str, entry: Entry<'_>) -> usize {
    let before = text.get(..entry.key.range().start as usize).unwrap_or("");
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

/// The tree of the entry as it is after the edit; `None` where it is not one entry any more, or where
/// what is around it may have a say in what it is.
fn parse_alone(text: &str, place: &Place<'_>, edit: &Difference, depth: usize) -> Option<Tree> {
    let indent = place.entry.key.range().start as usize - place.start;
    let alone = text.get(place.start..edit.moved(place.end))?;
    let is_last = edit.moved(place.end) == text.len();
    if !(is_last || alone.ends_with(['\n', '\r'])) || !is_indented(alone, indent) {
        return None;
    }
    let tree = recover::parse_sound(&alone.into())?;
    let is_plain = tree.props.is_empty() && tree.documents.len() == 1;
    let is_one = is_one_entry(tree.root()?, indent);
    (is_one && is_plain && depth + deepest(&tree) < DEPTH).then_some(tree)
}

/// Whether `root` is a mapping of one entry, whose key begins at `start`.
fn is_one_entry(root: Node<'_>, start: usize) -> bool {
    let mut entries = root.entries();
    let is_there = |entry: Entry<'_>| entry.key.range().start as usize == start;
    !root.is_flow() && entries.next().is_some_and(is_there) && entries.next().is_none()
}

/// Whether every line but the first, which holds the key, is indented deeper than the key. Comments
/// may stand anywhere.
fn is_indented(alone: &str, indent: usize) -> bool {
    let mut lines = alone.split(['\n', '\r']);
    let width = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_key = lines.next().is_some_and(|line| width(line) == indent);
    is_key
        && !alone.contains(OTHER_BREAKS)
        && lines.all(|line| match line.as_bytes().get(width(line)) {
            None | Some(b'#') => true,
            Some(b'\t') => false,
            Some(_) => width(line) > indent,
        })
}

/// How many collections are around the node that is in most of them.
fn deepest(tree: &Tree) -> usize {
    let mut depths = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        // Parents come before their children.
        let around = depths.get(node.parent as usize);
        depths.push(around.map_or(0, |depth: &usize| depth + 1));
    }
    depths.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
