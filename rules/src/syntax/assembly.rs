//! A tree that is put together from others.

use std::iter::successors;

use super::node_id::NodeId;
use super::tree::{LONG, NONE, NodeData, NodeKind, Tree};

/// What a tree is made of.
#[derive(Default)]
pub(super) struct Assembly {
    pub(super) nodes: Vec<NodeData>,
    pub(super) values: Vec<Box<str>>,
    /// How many mappings are long.
    pub(super) long: usize,
}

impl Assembly {
    /// One for about so many nodes.
    pub(super) fn of(nodes: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(nodes),
            ..Self::default()
        }
    }

    /// Adds a node of `tree`, with a number of its own for what `tree` keeps beside the nodes.
    pub(super) fn add(&mut self, tree: &Tree, mut node: NodeData) {
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

    /// The children of the node `parent`: keys and values, or items.
    pub(super) fn children(&self, parent: NodeId) -> impl Iterator<Item = NodeId> {
        let there = |id: u32| (id != NONE).then_some(NodeId(id));
        let first = there(self.nodes[parent.0 as usize].first);
        successors(first, move |id| there(self.nodes[id.0 as usize].next))
    }

    /// `mapping` may have become long, or not be so any more.
    pub(super) fn count_children(&mut self, mapping: NodeId) {
        let is_long = self.children(mapping).count() > 2 * LONG;
        let at = mapping.0 as usize;
        match (is_long, self.nodes[at].value) {
            (true, NONE) => self.nodes[at].value = self.next_long(),
            (false, _) => self.nodes[at].value = NONE,
            _ => {}
        }
    }
}

/// The number of what is at `index`.
pub(super) fn id(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}
