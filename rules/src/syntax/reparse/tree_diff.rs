//! Nodes that the trees before and after an edit have in common.

use crate::syntax::tree::node_id::NodeId;

/// Nodes in common before and after an edit: those before the edited entry, including the
/// collections around it, and those after it. The nodes in the entry have no counterpart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Alike {
    /// Number of common nodes at the beginning.
    pub(in crate::syntax) before: u32,
    /// Number of the first node after the entry in the old tree.
    pub(in crate::syntax) old: u32,
    /// Number of the first node after the entry in the new tree.
    pub(in crate::syntax) new: u32,
}

impl Alike {
    /// Returns the old number of `node`, the first of the nodes up to `end`; `None` if one of them
    /// is in the edited entry, or contains it.
    pub(crate) fn before_edit(self, node: NodeId, end: NodeId) -> Option<NodeId> {
        if end.0 <= self.before {
            return Some(node);
        }
        let is_behind = node.0 >= self.new;
        is_behind.then(|| node.moved(NodeId(self.new), NodeId(self.old)))
    }

    /// Combines this edit with the `next` one.
    pub(crate) fn then(self, next: Self) -> Self {
        let behind = self.new.max(next.old);
        Self {
            before: self.before.min(next.before),
            old: behind - self.new + self.old,
            new: behind - next.old + next.new,
        }
    }
}
