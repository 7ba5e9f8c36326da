//! Builds a tree from the nodes of other trees.

use std::iter::successors;
use std::sync::{Arc, OnceLock};

use super::node::Node;
use super::node_id::NodeId;
use super::{LONG, NONE, NodeData, NodeKind, Tree};
use crate::text::TextRange;

/// Nodes and values of a tree under construction.
#[derive(Default)]
pub(in crate::syntax) struct Assembly {
    pub(in crate::syntax) nodes: Vec<NodeData>,
    values: Vec<Box<str>>,
    /// Number of mappings with more than [`LONG`] entries.
    long: usize,
}

impl Assembly {
    /// Creates an assembly with capacity for `nodes` nodes.
    pub(in crate::syntax) fn of(nodes: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(nodes),
            ..Self::default()
        }
    }

    /// Adds a node of `tree` and renumbers its entry in the side tables of `tree`.
    pub(in crate::syntax) fn add(&mut self, tree: &Tree, mut node: NodeData) {
        if node.value != NONE {
            if node.kind == NodeKind::Mapping {
                node.value = self.next_long();
            } else {
                self.values.push(tree.values[node.value as usize].clone());
                node.value = id(self.values.len() - 1);
            }
        }
        self.nodes.push(node);
    }

    fn next_long(&mut self) -> u32 {
        self.long += 1;
        id(self.long - 1)
    }

    /// Returns the tree of `text` with these `comments`, as one document.
    pub(in crate::syntax) fn tree(self, text: &Arc<str>, comments: Vec<TextRange>) -> Tree {
        Tree {
            nodes: self.nodes,
            values: self.values,
            comments,
            documents: vec![NodeId(0)],
            long: vec![OnceLock::new(); self.long],
            may_merge: text.contains("<<"),
            ..Tree::of_other_text(text.clone())
        }
    }

    /// The children of the node `parent`: keys and values, or items.
    pub(in crate::syntax) fn children(&self, parent: NodeId) -> impl Iterator<Item = NodeId> {
        let there = |id: u32| (id != NONE).then_some(NodeId(id));
        let first = there(self.nodes[parent.0 as usize].first);
        successors(first, move |id| there(self.nodes[id.0 as usize].next))
    }

    /// Updates the entry of `mapping` in the table of long mappings after its children changed.
    pub(in crate::syntax) fn count_children(&mut self, mapping: NodeId) {
        let is_long = self.children(mapping).count() > 2 * LONG;
        let at = mapping.0 as usize;
        match (is_long, self.nodes[at].value) {
            (true, NONE) => self.nodes[at].value = self.next_long(),
            (false, _) => self.nodes[at].value = NONE,
            _ => {}
        }
    }
}

/// Maximum depth of entries that are parsed alone; the parser accepts 255.
const DEPTH: usize = 200;

/// Returns `true` if `tree`, parsed from some lines, is a mapping and nothing else, its first key
/// begins at `start`, and it can be nested in `depth` mappings of another tree.
pub(in crate::syntax) fn fits_in(tree: &Tree, start: usize, depth: usize) -> bool {
    let first = tree
        .root()
        .filter(|root| is_block_mapping(*root) && is_plain(tree));
    let first = first.and_then(|root| root.entries().next());
    let is_there = first.is_some_and(|first| first.key.range().start as usize == start);
    is_there && depth + deepest(tree) < DEPTH
}

/// Returns `true` for one document without anchors and tags, to which other parts could refer.
pub(in crate::syntax) fn is_plain(tree: &Tree) -> bool {
    tree.props.is_empty() && tree.documents.len() == 1
}

pub(in crate::syntax) fn is_block_mapping(node: Node<'_>) -> bool {
    node.kind() == NodeKind::Mapping && !node.is_flow()
}

/// Returns the number of collections around the most deeply nested node.
fn deepest(tree: &Tree) -> usize {
    let mut depths = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        // Parents come before their children.
        let around = depths.get(node.parent as usize);
        depths.push(around.map_or(0, |depth: &usize| depth + 1));
    }
    depths.into_iter().max().unwrap_or(0)
}

/// Converts an index to a node number.
pub(in crate::syntax) fn id(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}
