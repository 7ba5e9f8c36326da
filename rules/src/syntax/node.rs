//! [`Node`], the handle through which everything reads a tree.

use super::node_id::NodeId;
use super::scalar::{Scalar, is_null, read_plain};
use super::tree::{Flags, NONE, NodeData, NodeKind, Props, ScalarStyle, Segment, Tree, hint};
use crate::text::TextRange;
use crate::work_counter;

/// A node of a tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    pub(super) tree: &'t Tree,
    pub(super) id: NodeId,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && std::ptr::eq(self.tree, other.tree)
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?} {:?}", self.kind(), self.range(), self.raw())
    }
}

/// `key: value` in a mapping.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry<'t> {
    /// The key as written.
    pub key: Node<'t>,
    /// The value as written: an alias stays an alias.
    pub value: Node<'t>,
}

impl<'t> Entry<'t> {
    /// From the key to the end of the value.
    #[must_use]
    pub fn range(self) -> TextRange {
        self.key.range().cover(self.value.range())
    }
}

impl Tree {
    /// The root of each document in the stream.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        self.documents.iter().map(|id| self.node(*id))
    }

    /// The root of the first document, unless the text is empty.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.documents.first().map(|id| self.node(*id))
    }

    /// The node of `id`, which must come from this tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, id }
    }

    /// All nodes in the order of the text, parents before children.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        (0..self.nodes.len()).map(|i| Node {
            tree: self,
            id: NodeId(u32::try_from(i).unwrap_or(NONE)),
        })
    }

    /// Behind the last node of the document that holds the node `id`.
    fn end_of_document(&self, id: NodeId) -> u32 {
        let next = self.documents.partition_point(|root| *root <= id);
        let behind = self.documents.get(next).map(|root| root.0 as usize);
        u32::try_from(behind.unwrap_or(self.nodes.len())).unwrap_or(NONE)
    }

    /// The deepest node that holds `offset`; a cursor at a node's end still touches it.
    #[must_use]
    pub fn node_at(&self, offset: u32) -> Option<Node<'_>> {
        // Nodes lie in the order of their starts, parents before children: the last one that starts
        // at or before the offset is the deepest that holds it, or one whose parents hold it.
        let at = self
            .nodes
            .partition_point(|node| node.range.start <= offset);
        let nearest = NodeId(u32::try_from(at.checked_sub(1)?).ok()?);
        std::iter::successors(Some(self.node(nearest)), |node| node.parent())
            .find(|node| node.range().touches(offset))
    }
}

impl<'t> Node<'t> {
    #[inline]
    pub(super) fn data(self) -> &'t NodeData {
        work_counter::spend(1);
        &self.tree.nodes[self.id.0 as usize]
    }

    #[inline]
    fn at(self, id: u32) -> Option<Self> {
        (id != NONE).then_some(Self {
            tree: self.tree,
            id: NodeId(id),
        })
    }

    fn props(self) -> Option<&'t Props> {
        self.tree.props.get(self.data().props as usize)
    }

    /// Its place in the tree.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Behind the last node that is in it.
    #[must_use]
    pub(crate) fn end(self) -> NodeId {
        let mut around = std::iter::successors(Some(self), |node| node.parent());
        let behind = around.find_map(|node| node.at(node.data().next));
        behind.map_or_else(
            || NodeId(self.tree.end_of_document(self.id)),
            |node| node.id,
        )
    }

    /// The tree it belongs to.
    #[must_use]
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// What it is.
    #[must_use]
    #[inline]
    pub fn kind(self) -> NodeKind {
        self.data().kind
    }

    /// Its bytes, quotes and block headers included, anchor and tag not.
    #[must_use]
    pub fn range(self) -> TextRange {
        self.data().range
    }

    /// Its text as written.
    #[must_use]
    #[inline]
    pub fn raw(self) -> &'t str {
        self.range().slice(&self.tree.text)
    }

    /// Whether it, or the line it stands on, was made up by a repair of broken text.
    #[must_use]
    pub fn is_repaired(self) -> bool {
        self.data().flags.has(Flags::REPAIRED)
    }

    /// Whether it is a scalar that holds anything that is filled in later, as [`super::is_template`] says.
    #[must_use]
    pub fn is_template(self) -> bool {
        self.data().flags.has(Flags::TEMPLATE)
    }

    /// Whether a broken line lies in it or directly behind it, so that entries may be missing.
    #[must_use]
    pub fn is_incomplete(self) -> bool {
        let behind = std::iter::successors(Some(self), |node| node.parent())
            .find_map(|node| node.at(node.data().next));
        let end = behind.map_or(u32::MAX, |node| node.range().start);
        let from = self
            .tree
            .damage
            .partition_point(|line| line.end < self.range().start);
        self.tree
            .damage
            .get(from)
            .is_some_and(|line| line.start <= end)
    }

    /// The `-` of an item in a list that is written with dashes.
    #[must_use]
    pub fn item_dash(self) -> Option<TextRange> {
        let list = self
            .parent()
            .filter(|parent| parent.kind() == NodeKind::Sequence && !parent.is_flow())?;
        let from = self
            .before()
            .map_or(list.range().start, |item| item.range().end);
        let gap = TextRange::new(from, self.range().start).slice(&self.tree.text);
        let mut passed = 0;
        for line in gap.split_inclusive(['\n', '\r']) {
            let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
            if line[indent..].starts_with('-') {
                let at = from + u32::try_from(passed + indent).ok()?;
                return Some(TextRange::new(at, at + 1));
            }
            passed += line.len();
        }
        None
    }

    /// Whether it is written `{...}` or `[...]`.
    #[must_use]
    pub fn is_flow(self) -> bool {
        self.data().flags.has(Flags::FLOW)
    }

    /// The collection it stands in.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.at(self.data().parent)
    }

    /// The node of the same collection in front of it.
    #[must_use]
    pub fn before(self) -> Option<Self> {
        let parent = self.parent()?;
        self.tree.node(NodeId(self.id.0 - 1)).up_to_child_of(parent)
    }

    /// The last item, or the last value.
    #[must_use]
    pub fn last_child(self) -> Option<Self> {
        let last = NodeId(self.end().0 - 1);
        self.tree.node(last).up_to_child_of(self)
    }

    /// The child of `parent` that it is or is in: nodes lie in the order of the text.
    fn up_to_child_of(self, parent: Self) -> Option<Self> {
        let mut around = std::iter::successors(Some(self), |node| node.parent());
        around.find(|node| node.data().parent == parent.id.0)
    }

    /// The last entry of a mapping.
    #[must_use]
    pub fn last_entry(self) -> Option<Entry<'t>> {
        let value = self
            .last_child()
            .filter(|_| self.kind() == NodeKind::Mapping)?;
        let key = value.key()?;
        Some(Entry { key, value })
    }

    /// What follows in the same collection: for a value the next key.
    pub(crate) fn next_sibling(self) -> Option<Self> {
        self.at(self.data().next)
    }

    /// Keys and values in turn, or the items.
    pub fn children(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.at(self.data().first), |node| node.at(node.data().next))
    }

    /// Whether it is the key of a mapping entry.
    #[must_use]
    #[inline]
    pub fn is_key(self) -> bool {
        self.parent().is_some_and(|parent| {
            parent.kind() == NodeKind::Mapping
                && (self.data().mate == NONE || self.data().mate > self.id.0)
        })
    }

    /// The key this value belongs to.
    #[must_use]
    pub fn key(self) -> Option<Self> {
        if self.is_key() {
            None
        } else {
            self.at(self.data().mate)
        }
    }

    /// The value of this key.
    #[must_use]
    pub fn value_of_key(self) -> Option<Self> {
        if self.is_key() {
            self.at(self.data().mate)
        } else {
            None
        }
    }

    /// The entries of a mapping as written, duplicates and `<<` included; none for anything else.
    pub fn entries(self) -> impl Iterator<Item = Entry<'t>> {
        let first = if self.kind() == NodeKind::Mapping {
            self.at(self.data().first)
        } else {
            None
        };
        let keys = std::iter::successors(first, |key| {
            let value = key.at(key.data().mate)?;
            value.at(value.data().next)
        });
        keys.filter_map(|key| {
            Some(Entry {
                key,
                value: key.at(key.data().mate)?,
            })
        })
    }

    /// The items of a sequence; none for anything else. Aliases are followed.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let first = if self.kind() == NodeKind::Sequence {
            self.at(self.data().first)
        } else {
            None
        };
        std::iter::successors(first, |node| node.at(node.data().next)).map(Self::resolved)
    }

    /// The node an alias stands for; itself for anything else and for an alias without a target.
    #[must_use]
    pub fn resolved(self) -> Self {
        match self.kind() {
            NodeKind::Alias => self.at(self.data().value).unwrap_or(self),
            _ => self,
        }
    }

    /// The decoded text of a scalar of any style; `None` for anything else.
    #[must_use]
    #[inline]
    pub fn text(self) -> Option<&'t str> {
        match self.kind() {
            NodeKind::Scalar(_) => Some(match self.tree.values.get(self.data().value as usize) {
                Some(decoded) => decoded,
                None => self.raw(),
            }),
            _ => None,
        }
    }

    /// Whether its text is `text`.
    pub(super) fn is_text(self, text: &str) -> bool {
        self.tree.is_text(self.data(), text, hint(text))
    }

    /// How a scalar is written.
    #[must_use]
    pub fn style(self) -> Option<ScalarStyle> {
        match self.kind() {
            NodeKind::Scalar(style) => Some(style),
            _ => None,
        }
    }

    /// A scalar as the client reads it: quoted text is text, plain text by YAML 1.1.
    #[must_use]
    pub fn scalar(self) -> Option<Scalar> {
        match self.kind() {
            NodeKind::Empty => Some(Scalar::Null),
            NodeKind::Scalar(ScalarStyle::Plain) if self.tag().is_none() => {
                self.text().map(read_plain)
            }
            NodeKind::Scalar(_) => Some(Scalar::Str),
            _ => None,
        }
    }

    /// A whole number, also one written in quotes, as the client accepts it.
    #[must_use]
    pub fn int(self) -> Option<i64> {
        match self.scalar()? {
            Scalar::Int(value) => Some(value),
            Scalar::Str => self.text()?.trim().parse().ok(),
            _ => None,
        }
    }

    /// A boolean, also one written in quotes, as the client accepts it.
    #[must_use]
    pub fn bool(self) -> Option<bool> {
        match self.scalar()? {
            Scalar::Bool(value) => Some(value),
            Scalar::Str => match read_plain(self.text()?) {
                Scalar::Bool(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is nothing, `~` or `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        match self.kind() {
            NodeKind::Empty => true,
            NodeKind::Scalar(ScalarStyle::Plain) => {
                self.text().is_some_and(is_null) && self.tag().is_none()
            }
            _ => false,
        }
    }

    /// The anchor with its `&`.
    #[must_use]
    pub fn anchor(self) -> Option<TextRange> {
        self.props()?.anchor
    }

    /// The tag as resolved.
    #[must_use]
    pub fn tag(self) -> Option<&'t str> {
        self.props()?.tag.as_deref()
    }

    /// Where the tag stands.
    #[must_use]
    pub fn tag_range(self) -> Option<TextRange> {
        self.props()?.tag_range
    }

    /// The way from the root: keys and indexes. A key has the path of its value.
    #[must_use]
    pub fn path(self) -> Vec<Segment> {
        let mut path = Vec::new();
        let mut node = self;
        while let Some(parent) = node.parent() {
            if parent.kind() == NodeKind::Mapping {
                let key = node.key().unwrap_or(node);
                path.push(Segment::Key(key.text().unwrap_or_default().to_owned()));
            } else if let Some(index) = parent.children().position(|item| item == node) {
                path.push(Segment::Index(index));
            }
            node = parent;
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::parse;

    #[test]
    fn neighbors_are_found_from_both_sides() {
        let texts = [
            "a: [1, {b: 2}]\nc:\n  d: {}\n  e:\n---\n- x\n- y: [[]]\n---\nf: {g: h}\n",
            "- - a\n  - b: 1\n- []\n",
        ];
        for text in texts {
            let tree = parse(text);
            for node in tree.nodes() {
                let children: Vec<_> = node.children().collect();
                assert_eq!(node.last_child(), children.last().copied(), "{node:?}");
                for (at, child) in children.iter().enumerate() {
                    let before = at.checked_sub(1).map(|before| children[before]);
                    assert_eq!(child.before(), before, "{child:?}");
                }
                assert_eq!(node.last_entry(), node.entries().last(), "{node:?}");
            }
        }
    }
}
