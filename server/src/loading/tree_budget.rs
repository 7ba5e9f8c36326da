//! Budget of the trees that loading retains for the next analysis.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum bytes of text whose trees are in memory at a time: trees take ten times as much.
pub(crate) const TEXT_WITH_TREES: usize = 384 << 10;

/// Remaining bytes of text whose trees may be retained.
pub(crate) struct KeptTrees(AtomicUsize);

impl KeptTrees {
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
        let kept = KeptTrees::new(true);
        assert!(kept.keep(TEXT_WITH_TREES - 10));
        assert!(!kept.keep(11) && kept.keep(10) && !kept.keep(1));
        assert!(!KeptTrees::new(false).keep(1));
    }
}
