//! Notes the inputs that analyses read of a workspace, and remembers the results of queries.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::Workspace;
use super::input::Input;
use super::store::Store;
use crate::path::inside;
use crate::query::{self, Database, Frame, Query, QueryCache, Tracker};

/// The inputs of an analysis with their values: as long as all of them are the same, so is what it
/// found.
pub type Dependencies = query::Dependencies<Store>;

impl Dependencies {
    /// The full paths that were read from the disk. The upload of a folder also depends on the files
    /// in it that leave something out.
    #[must_use]
    pub fn on_disk(&self) -> BTreeSet<Cow<'_, str>> {
        let mut found = BTreeSet::new();
        self.for_each(&mut |input| match input {
            Input::OnDisk(path) | Input::Text(_, path) => _ = found.insert(Cow::Borrowed(&**path)),
            Input::UploadSize(path) => {
                found.insert(Cow::Borrowed(path));
                found.insert(Cow::Owned(inside(path, ".amlignore")));
            }
            _ => {}
        });
        found
    }
}

impl Workspace {
    fn with(&self, tracker: Tracker<Store>) -> Self {
        Self {
            store: self.store.clone(),
            tracker: Some(Arc::new(tracker)),
        }
    }

    /// The same workspace for one analysis, which reads each input on the disk once.
    pub(crate) fn for_one_analysis(&self) -> Self {
        if self.is_unread() {
            return self.tracking();
        }
        self.with(Tracker::of_disk())
    }

    /// Returns whether it is made for one analysis: then results about a document are used once.
    pub(crate) fn is_for_one_analysis(&self) -> bool {
        let tracker = self.tracker.as_ref();
        tracker.is_some_and(|tracker| tracker.is_for_disk())
    }

    /// The same workspace, which notes the inputs that are read of it.
    pub(crate) fn tracking(&self) -> Self {
        self.with(Tracker::of_everything())
    }

    /// The same workspace for another frame of the same analysis. Frames differ only before the folder
    /// is read: then each notes whether its results are provisional.
    pub(crate) fn fork(&self) -> Self {
        match &self.tracker {
            Some(tracker) if self.is_unread() => self.with(tracker.fork()),
            _ => self.clone(),
        }
    }

    /// The inputs that were read since [`Self::tracking`].
    pub(crate) fn dependencies(&self) -> Dependencies {
        let tracker = self.tracker.as_ref();
        tracker.map(|it| it.dependencies()).unwrap_or_default()
    }

    /// The result of `Q` for `key`, which `compute` returns with its size in a workspace that notes
    /// what it reads. An earlier result is used again where its inputs are the same.
    pub(crate) fn query<Q: Query>(
        &self,
        key: Q::Key,
        compute: impl FnOnce(&Self, &Q::Key) -> (Q::Value, usize),
    ) -> Q::Value {
        self.query_where::<Q>(key, |_| true, compute)
    }

    /// As [`Self::query`]; an earlier result also has to be `is_current`.
    pub(crate) fn query_where<Q: Query>(
        &self,
        key: Q::Key,
        is_current: impl FnOnce(&Q::Value) -> bool,
        compute: impl FnOnce(&Self, &Q::Key) -> (Q::Value, usize),
    ) -> Q::Value {
        let frame = (&*self.store, self.tracker.as_ref());
        let cache = &self.store.cache;
        cache.get::<Q, Store>(frame, key, is_current, |tracker, key| {
            let inner = Self {
                store: self.store.clone(),
                tracker: Some(tracker.clone()),
            };
            compute(&inner, key)
        })
    }

    /// The results of queries.
    pub(crate) fn cache(&self) -> &QueryCache {
        &self.store.cache
    }

    /// Begins a new revision: the disk may have changed. Until the next one, or until a file that is
    /// not Azure ML's changes in the workspace, what was read from the disk is not read again. For
    /// callers that learn of changes.
    pub fn begin_revision(&mut self) {
        self.store_mut().begin_revision();
        if let Some(disk) = &self.store.disk {
            disk.begin_revision();
        }
    }

    /// Returns whether `dependencies` hold, without looking at the disk.
    #[must_use]
    pub fn confirms(&self, dependencies: &Dependencies) -> bool {
        dependencies.hold(&self.store)
    }

    /// Returns whether `dependencies` on the disk hold.
    #[must_use]
    pub fn disk_confirms(&self, dependencies: &Dependencies) -> bool {
        dependencies.hold_on_disk(&self.store)
    }

    /// Notes an input that is about to be read.
    pub(super) fn note(&self, input: impl FnOnce() -> Input) {
        if let Some(tracker) = &self.tracker {
            tracker.note(input, &self.store);
        }
    }

    /// Reads an input on the disk. An analysis reads each once, so what is noted is what its rules saw.
    pub(super) fn read_disk(&self, input: Input) -> <Store as Database>::Value {
        match &self.tracker {
            Some(tracker) => tracker.read(input, &self.store),
            None => self.store.value(&input),
        }
    }
}

impl Frame for Workspace {
    fn isolate<T>(&self, compute: impl FnOnce() -> T) -> (T, bool) {
        match &self.tracker {
            Some(tracker) if self.is_unread() => tracker.isolate(compute),
            _ => (compute(), false),
        }
    }

    fn reuse(&self, was_provisional: bool) {
        if let Some(tracker) = self.tracker.as_ref().filter(|_| was_provisional) {
            tracker.reuse(true);
        }
    }
}

#[cfg(test)]
#[path = "tracking_tests.rs"]
mod tests;
