//! What two trees of one text have in common, before and after an edit.

use super::node_id::NodeId;

/// Which nodes of a tree are those of the tree before an edit: all before the edited entry, and all
/// behind it. What holds the entry, up to the root, is among the former; what is in it is another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Alike {
    /// How many at the beginning.
    pub(super) before: u32,
    /// Where those behind the entry begin in the tree before the edit.
    pub(super) old: u32,
    /// Where they begin now.
    pub(super) new: u32,
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
