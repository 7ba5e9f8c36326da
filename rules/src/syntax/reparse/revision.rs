//! Which trees are those of one text while somebody edits it: what was found in one of them holds for
//! what is alike in the next.

use std::sync::atomic::{AtomicU64, Ordering};

use super::tree_diff::Alike;

/// How many trees are remembered that came before one: not each is looked at where somebody types fast.
const REMEMBERED: usize = 8;

static NEWEST: AtomicU64 = AtomicU64::new(0);

/// A tree of an edited text among those that came before it.
#[derive(Clone, Debug)]
pub(crate) struct Edition {
    /// The first tree of the text.
    text: u64,
    own: u64,
    /// The trees before it, the last one first, with what is still the same.
    before: Vec<(u64, Alike)>,
    is_draft: bool,
}

impl Edition {
    /// That of a text of which nothing is known.
    pub(in crate::syntax) fn first() -> Self {
        let own = number();
        Self {
            text: own,
            own,
            before: Vec::new(),
            is_draft: false,
        }
    }

    /// The one after this, with what is the same there; `None` where that is not known.
    pub(in crate::syntax) fn next(&self, alike: Option<Alike>) -> Self {
        let before = alike.map(|alike| {
            let earlier = self.before.iter().take(REMEMBERED - 1);
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

    /// It, of a text that nobody edits further.
    pub(in crate::syntax) fn draft(self) -> Self {
        let is_draft = true;
        Self { is_draft, ..self }
    }

    /// What stands for the text, whatever its edition is.
    pub(crate) fn text(&self) -> u64 {
        self.text
    }

    /// What stands for this tree alone.
    pub(crate) fn own(&self) -> u64 {
        self.own
    }

    /// Whether what is found here is of no use for the next tree.
    pub(crate) fn is_draft(&self) -> bool {
        self.is_draft
    }

    /// What is the same as in the `earlier` tree; `None` where that is not known.
    pub(crate) fn alike(&self, earlier: u64) -> Option<Alike> {
        let mut before = self.before.iter();
        before.find_map(|(own, alike)| (*own == earlier).then_some(*alike))
    }
}

fn number() -> u64 {
    NEWEST.fetch_add(1, Ordering::Relaxed)
}
