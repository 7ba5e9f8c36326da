//! Revisions of one text during edits: results for a tree are reused for the nodes that the next tree
//! has in common with it.

use super::tree_diff::Alike;
use crate::query::Revision;

/// Maximum number of earlier trees: during fast typing, some trees are never validated.
const MAX_EARLIER: usize = 8;

/// A tree of an edited text among those that came before it.
#[derive(Clone, Debug)]
pub(crate) struct TreeRevision {
    /// The first tree of the text.
    text: u64,
    own: u64,
    /// The trees before it, the last one first, with what is still the same.
    before: Vec<(u64, Alike)>,
    is_draft: bool,
}

impl TreeRevision {
    /// The first revision of a text.
    pub(in crate::syntax) fn first() -> Self {
        let own = number();
        Self {
            text: own,
            own,
            before: Vec::new(),
            is_draft: false,
        }
    }

    /// The revision after this one, with the nodes in common; `None` if these are unknown.
    pub(in crate::syntax) fn next(&self, alike: Option<Alike>) -> Self {
        let before = alike.map(|alike| {
            let earlier = self.before.iter().take(MAX_EARLIER - 1);
            let earlier = earlier.map(|(own, before)| (*own, before.then(alike)));
            std::iter::once((self.own, alike)).chain(earlier).collect()
        });
        Self {
            text: self.text,
            own: number(),
            before: before.unwrap_or_default(),
            is_draft: self.is_draft,
        }
    }

    /// The same revision, of a text that has no next one.
    pub(in crate::syntax) fn draft(self) -> Self {
        let is_draft = true;
        Self { is_draft, ..self }
    }

    /// Number of the text, the same in all its revisions.
    pub(crate) fn text(&self) -> u64 {
        self.text
    }

    /// Number of this tree.
    pub(crate) fn own(&self) -> u64 {
        self.own
    }

    /// Returns `true` if results are not reused for a next tree.
    pub(crate) fn is_draft(&self) -> bool {
        self.is_draft
    }

    /// Returns the nodes in common with the `earlier` tree; `None` if these are unknown.
    pub(crate) fn alike(&self, earlier: u64) -> Option<Alike> {
        let mut before = self.before.iter();
        before.find_map(|(own, alike)| (*own == earlier).then_some(*alike))
    }
}

fn number() -> u64 {
    Revision::next().number()
}
