//! Limits validation to the surroundings of one place: a hover on one step does not need the other
//! five hundred.

use crate::schema::entries::effective_entries;
use crate::syntax::{Entry, Node};
use crate::text::TextRange;

/// Offset around which entries of free mappings and items of lists are validated; `None` for the
/// whole document.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Focus(pub(crate) Option<u32>);

impl Focus {
    /// Returns `true` if parts of the document are left out.
    pub(crate) fn is_somewhere(self) -> bool {
        self.0.is_some()
    }

    fn holds(self, range: TextRange) -> bool {
        self.0.is_none_or(|offset| range.touches(offset))
    }

    pub(crate) fn items<'t>(self, list: Node<'t>) -> impl Iterator<Item = Node<'t>> {
        list.children()
            .filter(move |item| self.holds(item.range()))
            .map(Node::resolved)
    }

    pub(crate) fn entries(self, mapping: Node<'_>) -> Vec<Entry<'_>> {
        if self.0.is_some() && mapping.entry("<<").is_none() {
            return mapping
                .entries()
                .filter(|entry| self.holds(entry.range()))
                .collect();
        }
        effective_entries(mapping)
    }
}
