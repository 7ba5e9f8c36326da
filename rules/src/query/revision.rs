//! Revisions of the inputs.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering};

/// A state of the disk and of the files that are not Azure ML's. Two databases share a revision only
/// where both see the same state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Revision(NonZeroU64);

/// The number of the newest revision. It tells revisions apart and says nothing else.
static NEWEST: AtomicU64 = AtomicU64::new(0);

impl Revision {
    /// A revision that no database has had before.
    pub(crate) fn next() -> Self {
        let last = NEWEST.fetch_add(1, Ordering::Relaxed);
        Self(NonZeroU64::MIN.saturating_add(last))
    }

    /// Its number, which is never 0.
    pub(crate) fn number(self) -> u64 {
        self.0.get()
    }
}
