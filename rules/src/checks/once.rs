//! What several rules need, computed when the first one asks.

use std::sync::OnceLock;

use crate::workspace::unsettled;

/// A value that is found once. Whoever gets it later depends on the same files as who got it first.
pub(crate) struct Once<T> {
    /// With whether files that are not read yet could make it another.
    found: OnceLock<(T, bool)>,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Self {
            found: OnceLock::new(),
        }
    }
}

impl<T> Once<T> {
    /// What `find` finds, or has found before.
    pub(crate) fn get(&self, find: impl FnOnce() -> T) -> &T {
        if let Some((value, is_unsettled)) = self.found.get() {
            unsettled::find_again(*is_unsettled);
            return value;
        }
        &self.found.get_or_init(|| unsettled::look(find)).0
    }
}
