//! Budget of the trees that loading retains for the next analysis.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum bytes of text whose trees are in memory at a time: trees take ten times as much.
pub(crate) const TEXT_WITH_TREES: usize = 384 << 10;

/// Remaining bytes of text whose trees may be retained.
pub(crate) struct TreeBudget(AtomicUsize);

impl TreeBudget {
    /// [`TEXT_WITH_TREES`], or none.
    pub(crate) fn new(keeps_any: bool) -> Self {
        let left = if keeps_any { TEXT_WITH_TREES } else { 0 };
        Self(AtomicUsize::new(left))
    }

    /// Returns `true` if the tree of a text of `len` bytes may be retained.
    pub(crate) fn keep(&self, len: usize) -> bool {
        let (read, write) = (Ordering::Relaxed, Ordering::Relaxed);
        let taken = self
            .0
            .fetch_update(write, read, |left| left.checked_sub(len));
        taken.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_kept_as_long_as_there_is_room() {
        let not_excluded = TreeBudget::new(true);
        assert!(not_excluded.keep(TEXT_WITH_TREES - 10));
        assert!(!not_excluded.keep(11) && not_excluded.keep(10) && !not_excluded.keep(1));
        assert!(!TreeBudget::new(false).keep(1));
    }
}
