//! Judging only what matters for one place: a card is about one step, not about the five hundred
//! beside it.

use crate::schema::entries::effective_entries;
use crate::syntax::{Entry, Node};
use crate::text::TextRange;

/// Which entries of free mappings and which items of lists are looked at: those around an offset,
/// or all.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Focus(pub(crate) Option<u32>);

impl Focus {
    /// Whether something is left out.
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
