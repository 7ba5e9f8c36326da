//! The mapping that the checks of its type examine.

use crate::document::Kind;
use crate::schema::entries::key_text;
use crate::schema::table::{ClientCheck, TypeDef};
use crate::syntax::{Entry, Node, Scalar, known_text};

use super::files::DocumentFiles;
use super::problem::{SchemaFault, SchemaProblem};

/// A mapping with known keys, and the context of its checks.
pub(crate) struct Subject<'s, 't> {
    pub(crate) files: DocumentFiles<'s>,
    /// Kind of the document; `None` for a value on its own.
    pub(crate) kind: Option<Kind>,
    pub(crate) def: &'static TypeDef,
    pub(crate) node: Node<'t>,
    /// Its entries as the client sees them.
    pub(crate) entries: &'s [Entry<'t>],
}

impl<'t> Subject<'_, 't> {
    pub(crate) fn entry(&self, key: &str) -> Option<Entry<'t>> {
        self.entries
            .iter()
            .copied()
            .find(|entry| key_text(*entry) == Some(key))
    }

    /// Returns the value of `path`, which may be nested with dots; `None` for null and for repaired
    /// text.
    pub(crate) fn get(&self, path: &str) -> Option<Node<'t>> {
        let mut keys = path.split('.');
        let first = self.entry(keys.next()?)?.value.resolved();
        let value = keys.try_fold(first, Node::get)?;
        (!value.is_null() && !value.is_repaired()).then_some(value)
    }

    /// Returns the value of the first key of the check.
    pub(crate) fn first(&self, check: &ClientCheck) -> Option<Node<'t>> {
        self.get(check.fields.first()?)
    }

    /// Same as [`Self::first`], for text without expressions and placeholders.
    pub(crate) fn first_text(&self, check: &ClientCheck) -> Option<(Node<'t>, &'t str)> {
        let node = self.first(check)?;
        if node.scalar() != Some(Scalar::Str) {
            return None;
        }
        known_text(node).map(|text| (node, text))
    }

    /// Creates the problem that `check` found at `at`.
    pub(crate) fn refused(&self, check: &'static ClientCheck, at: Node<'t>) -> SchemaProblem<'t> {
        let owner = self.def;
        SchemaProblem::refused(at, SchemaFault::Check { check, owner })
    }
}
