//! Cache of lookups on disk, valid within one revision of it.

use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use azml_rules::query::LruCache;

/// Half of the number of entries, of which there are few: folders of a project.
const CAPACITY: usize = 2_048;

/// Answers that hold until the next revision of the disk begins.
pub(crate) struct DiskCache<K, V>(Mutex<Arc<LruCache<K, V>>>);

impl<K: Eq + Hash, V: Clone> DiskCache<K, V> {
    /// The answers of the current revision. An answer that takes longer than the revision is added to
    /// one that nothing reads any more.
    pub(crate) fn current(&self) -> Arc<LruCache<K, V>> {
        self.lock().clone()
    }

    /// Forgets the answers: the disk may have changed.
    pub(crate) fn begin_revision(&self) {
        *self.lock() = Arc::new(LruCache::new(CAPACITY));
    }

    fn lock(&self) -> MutexGuard<'_, Arc<LruCache<K, V>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash, V: Clone> Default for DiskCache<K, V> {
    fn default() -> Self {
        Self(Mutex::new(Arc::new(LruCache::new(CAPACITY))))
    }
}

impl<K, V> fmt::Debug for DiskCache<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiskCache").finish_non_exhaustive()
    }
}
