//! A part of a document that nothing around it has a say in.

use crate::schema::table::Type;
use crate::syntax::{Node, NodeId};

/// A mapping that means the same wherever it stands, as long as the same is expected there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Apart {
    pub(crate) node: NodeId,
    /// Behind the last node in it.
    pub(crate) end: NodeId,
    ty: &'static Type,
    expressions: bool,
}

impl Apart {
    /// `node`, where `ty` is expected; `expressions`: what is around takes them everywhere below.
    pub(crate) fn new(node: Node<'_>, ty: &'static Type, expressions: bool) -> Self {
        Self {
            node: node.id(),
            end: node.end(),
            ty,
            expressions,
        }
    }

    /// Whether the same is expected in both places.
    pub(crate) fn expects(&self, other: &Self) -> bool {
        std::ptr::eq(self.ty, other.ty) && self.expressions == other.expressions
    }
}
