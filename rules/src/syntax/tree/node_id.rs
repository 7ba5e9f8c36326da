//! [`NodeId`], the number of a node.

/// Index of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(in crate::syntax) u32);

impl NodeId {
    /// Returns the shifted number when `old`, which is at most `self`, becomes `new`.
    pub(crate) fn moved(self, old: Self, new: Self) -> Self {
        Self(self.0 - old.0 + new.0)
    }
}
