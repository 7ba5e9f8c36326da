//! The number of a node.

/// A node's place in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Its place once `old`, which is in front of it or itself, is where `new` is.
    pub(crate) fn moved(self, old: Self, new: Self) -> Self {
        Self(self.0 - old.0 + new.0)
    }
}
