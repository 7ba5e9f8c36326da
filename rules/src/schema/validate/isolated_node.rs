//! A part of a document whose validation does not depend on the rest.

use crate::schema::table::Type;
use crate::syntax::{Node, NodeId};

/// A mapping whose validation result depends only on its content and the expected type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Apart {
    pub(crate) node: NodeId,
    /// Number after its last node.
    pub(crate) end: NodeId,
    ty: &'static Type,
    expressions: bool,
}

impl Apart {
    /// Creates an entry for `node`, expected to be `ty`; `expressions` is `true` if accepted below.
    pub(crate) fn new(node: Node<'_>, ty: &'static Type, expressions: bool) -> Self {
        Self {
            node: node.id(),
            end: node.end(),
            ty,
            expressions,
        }
    }

    /// Returns `true` if both places expect the same.
    pub(crate) fn expects(&self, other: &Self) -> bool {
        std::ptr::eq(self.ty, other.ty) && self.expressions == other.expressions
    }
}
