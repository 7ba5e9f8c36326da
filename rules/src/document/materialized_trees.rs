//! The documents whose trees can be dropped, without a search through all of them.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The paths of the documents of a folder whose trees were made since they were put away last.
#[derive(Debug, Default)]
pub(crate) struct TreesMade(Mutex<HashSet<Arc<str>>>);

impl TreesMade {
    /// The document at `path` has a tree.
    pub(crate) fn note(&self, path: Arc<str>) {
        self.paths().insert(path);
    }

    /// Returns them.
    pub(crate) fn all(&self) -> HashSet<Arc<str>> {
        self.paths().clone()
    }

    /// Removes and returns those that `matches`.
    pub(crate) fn take(&self, matches: impl Fn(&str) -> bool) -> Vec<Arc<str>> {
        self.paths().extract_if(|path| matches(path)).collect()
    }

    fn paths(&self) -> MutexGuard<'_, HashSet<Arc<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
