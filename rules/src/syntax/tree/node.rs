//! [`Node`], the handle that reads a tree.

use super::node_id::NodeId;
use super::{Flags, NONE, NodeData, NodeKind, Props, ScalarStyle, Segment, Tree, hint};
use crate::cancellation;
use crate::syntax::scalar::{Scalar, is_null, read_plain};
use crate::text::TextRange;
use crate::work_counter;

/// A node of a tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    pub(in crate::syntax) tree: &'t Tree,
    pub(in crate::syntax) id: NodeId,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        work_counter::spend(1);
        self.id == other.id && std::ptr::eq(self.tree, other.tree)
    }
}

impl Eq for Node<'_> {}

impl std::hash::Hash for Node<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
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
    /// Returns the range from the key to the end of the value.
    pub fn range(self) -> TextRange {
        self.key.range().cover(self.value.range())
    }
}

impl Tree {
    /// Returns the root of each document in the stream.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        self.documents.iter().map(|id| self.node(*id))
    }

    /// Returns the root of the first document, or `None` if the text is empty.
    pub fn root(&self) -> Option<Node<'_>> {
        self.documents.first().map(|id| self.node(*id))
    }

    /// Returns the node of `id`, which must come from this tree.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, id }
    }

    /// Returns all nodes in the order of the text, parents before children.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        (0..self.nodes.len()).map(|i| Node {
            tree: self,
            id: NodeId(u32::try_from(i).unwrap_or(NONE)),
        })
    }

    /// Returns the number after the last node of the document that contains the node `id`.
    fn end_of_document(&self, id: NodeId) -> u32 {
        let next = self.documents.partition_point(|root| *root <= id);
        let behind = self.documents.get(next).map(|root| root.0 as usize);
        u32::try_from(behind.unwrap_or(self.nodes.len())).unwrap_or(NONE)
    }

    /// Returns the deepest node that contains `offset`; the end of a node counts as inside.
    pub fn node_at(&self, offset: u32) -> Option<Node<'_>> {
        // Nodes are sorted by start, parents before children: the last one that starts at or before
        // the offset is the deepest that contains it, or has an ancestor that does.
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
    pub(in crate::syntax) fn data(self) -> &'t NodeData {
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

    /// Returns the number of the node in its tree.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Returns the number after the last node inside this one.
    pub(crate) fn end(self) -> NodeId {
        let mut around = std::iter::successors(Some(self), |node| node.parent());
        let behind = around.find_map(|node| node.at(node.data().next));
        behind.map_or_else(
            || NodeId(self.tree.end_of_document(self.id)),
            |node| node.id,
        )
    }

    /// Returns the tree that the node belongs to.
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Returns the kind of the node.
    #[inline]
    pub fn kind(self) -> NodeKind {
        self.data().kind
    }

    /// Returns the byte range, with quotes and block headers, without anchor and tag.
    pub fn range(self) -> TextRange {
        self.data().range
    }

    /// Returns the source text.
    #[inline]
    pub fn raw(self) -> &'t str {
        self.range().slice(&self.tree.text)
    }

    /// Returns `true` if the node, or the line it is on, was changed or added by a repair of broken text.
    pub fn is_repaired(self) -> bool {
        self.data().flags.has(Flags::REPAIRED)
    }

    /// Returns `true` for a scalar with an expression or a placeholder, see [`crate::syntax::is_template`].
    pub fn is_template(self) -> bool {
        self.data().flags.has(Flags::TEMPLATE)
    }

    /// Returns `true` if entries may be missing: a broken line is in the node or directly after it.
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

    /// Returns the `-` of an item in a block sequence.
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

    /// Returns `true` if the node is written `{...}` or `[...]`.
    pub fn is_flow(self) -> bool {
        self.data().flags.has(Flags::FLOW)
    }

    /// Returns the collection that contains the node.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.at(self.data().parent)
    }

    /// Returns the previous node of the same collection.
    #[must_use]
    pub fn before(self) -> Option<Self> {
        let parent = self.parent()?;
        self.tree.node(NodeId(self.id.0 - 1)).up_to_child_of(parent)
    }

    /// Returns the last item or the last value.
    #[must_use]
    pub fn last_child(self) -> Option<Self> {
        let last = NodeId(self.end().0 - 1);
        self.tree.node(last).up_to_child_of(self)
    }

    /// Returns the child of `parent` that is this node or contains it; nodes are in the order of the text.
    fn up_to_child_of(self, parent: Self) -> Option<Self> {
        let mut around = std::iter::successors(Some(self), |node| node.parent());
        around.find(|node| node.data().parent == parent.id.0)
    }

    /// Returns the last entry of a mapping.
    pub fn last_entry(self) -> Option<Entry<'t>> {
        let value = self
            .last_child()
            .filter(|_| self.kind() == NodeKind::Mapping)?;
        let key = value.key()?;
        Some(Entry { key, value })
    }

    /// Returns the next node of the same collection: for a value the next key.
    pub(crate) fn next_sibling(self) -> Option<Self> {
        self.at(self.data().next)
    }

    /// Returns keys and values in turn, or the items.
    pub fn children(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.at(self.data().first), |node| node.at(node.data().next))
    }

    /// Returns `true` if the node is the key of a mapping entry.
    #[inline]
    pub fn is_key(self) -> bool {
        self.parent().is_some_and(|parent| {
            parent.kind() == NodeKind::Mapping
                && (self.data().mate == NONE || self.data().mate > self.id.0)
        })
    }

    /// Returns the key of this value.
    #[must_use]
    pub fn key(self) -> Option<Self> {
        if self.is_key() {
            None
        } else {
            self.at(self.data().mate)
        }
    }

    /// Returns the value of this key.
    #[must_use]
    pub fn value_of_key(self) -> Option<Self> {
        if self.is_key() {
            self.at(self.data().mate)
        } else {
            None
        }
    }

    /// Returns the entries of a mapping in order, including duplicates and `<<`; none for other nodes.
    pub fn entries(self) -> impl Iterator<Item = Entry<'t>> {
        cancellation::poll();
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

    /// Returns the items of a sequence, with aliases followed; none for other nodes.
    pub fn items(self) -> impl Iterator<Item = Self> {
        cancellation::poll();
        let first = if self.kind() == NodeKind::Sequence {
            self.at(self.data().first)
        } else {
            None
        };
        std::iter::successors(first, |node| node.at(node.data().next)).map(Self::resolved)
    }

    /// Returns the target of an alias; the node itself if it is not an alias or has no target.
    #[must_use]
    pub fn resolved(self) -> Self {
        match self.kind() {
            NodeKind::Alias => self.at(self.data().value).unwrap_or(self),
            _ => self,
        }
    }

    /// Returns the decoded text of a scalar of any style; `None` for other nodes.
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

    /// Returns `true` if the decoded text is `text`.
    pub(in crate::syntax) fn is_text(self, text: &str) -> bool {
        self.tree.is_text(self.data(), text, hint(text))
    }

    /// Returns the style of a scalar.
    pub fn style(self) -> Option<ScalarStyle> {
        match self.kind() {
            NodeKind::Scalar(style) => Some(style),
            _ => None,
        }
    }

    /// Returns a scalar as the client reads it: quoted text is a string, plain text follows YAML 1.1.
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

    /// Returns an integer, also one in quotes, as the client accepts it.
    pub fn int(self) -> Option<i64> {
        match self.scalar()? {
            Scalar::Int(value) => Some(value),
            Scalar::Str => self.text()?.trim().parse().ok(),
            _ => None,
        }
    }

    /// Returns a boolean, also one in quotes, as the client accepts it.
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

    /// Returns `true` if the node is empty, `~` or `null`.
    pub fn is_null(self) -> bool {
        match self.kind() {
            NodeKind::Empty => true,
            NodeKind::Scalar(ScalarStyle::Plain) => {
                self.text().is_some_and(is_null) && self.tag().is_none()
            }
            _ => false,
        }
    }

    /// Returns the range of the anchor with its `&`.
    pub fn anchor(self) -> Option<TextRange> {
        self.props()?.anchor
    }

    /// Returns the resolved tag.
    pub fn tag(self) -> Option<&'t str> {
        self.props()?.tag.as_deref()
    }

    /// Returns the range of the tag.
    pub fn tag_range(self) -> Option<TextRange> {
        self.props()?.tag_range
    }

    /// Returns the keys and indexes from the root to the node. A key has the path of its value.
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
