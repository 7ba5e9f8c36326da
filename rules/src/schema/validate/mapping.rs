//! A mapping under the checks of its type.

use crate::document::Kind;
use crate::schema::entries::key_text;
use crate::schema::table::{ClientCheck, TypeDef};
use crate::syntax::{Entry, Node, Scalar, known_text};

use super::files::DocumentFiles;
use super::problem::{SchemaFault, SchemaProblem};

/// A mapping with known keys, and what its checks need to know besides it.
pub(crate) struct Subject<'s, 't> {
    pub(crate) files: DocumentFiles<'s>,
    /// The kind of the document, nothing for a value on its own.
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

    /// The value of `path`, which may lead into mappings with dots; nothing for null and for what a
    /// repair touched.
    pub(crate) fn get(&self, path: &str) -> Option<Node<'t>> {
        let mut keys = path.split('.');
        let first = self.entry(keys.next()?)?.value.resolved();
        let value = keys.try_fold(first, Node::get)?;
        (!value.is_null() && !value.is_repaired()).then_some(value)
    }

    /// The value of the first key that the check looks at.
    pub(crate) fn first(&self, check: &ClientCheck) -> Option<Node<'t>> {
        self.get(check.fields.first()?)
    }

    /// As [`Self::first`], for text that is known.
    pub(crate) fn first_text(&self, check: &ClientCheck) -> Option<(Node<'t>, &'t str)> {
        let node = self.first(check)?;
        if node.scalar() != Some(Scalar::Str) {
            return None;
        }
        known_text(node).map(|text| (node, text))
    }

    /// What `check` found at `at`.
    pub(crate) fn refused(&self, check: &'static ClientCheck, at: Node<'t>) -> SchemaProblem<'t> {
        let owner = self.def;
        SchemaProblem::refused(at, SchemaFault::Check { check, owner })
    }
}
