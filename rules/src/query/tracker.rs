//! Notes the inputs that a computation reads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::database::Database;
use super::dependencies::DependencySet;
use super::provisional::QueryFrame;

/// The noted inputs.
#[derive(Debug)]
struct Notes<D: Database> {
    own: BTreeMap<D::Input, D::Value>,
    /// The dependencies of results that were used and not computed again.
    nested: Vec<Arc<DependencySet<D>>>,
}

/// The frame of a computation. The frames of one analysis share their notes.
#[derive(Debug)]
pub(crate) struct Tracker<D: Database> {
    notes: Arc<Mutex<Notes<D>>>,
    /// `true` if only inputs on the disk are noted, so that each is read once.
    is_for_disk: bool,
    /// The frame that uses the result, which depends on the same inputs.
    outer: Option<Arc<Self>>,
    is_provisional: AtomicBool,
}

impl<D: Database> Tracker<D> {
    fn with(is_for_disk: bool, outer: Option<Arc<Self>>) -> Self {
        let notes = Notes {
            own: BTreeMap::new(),
            nested: Vec::new(),
        };
        Self {
            notes: Arc::new(Mutex::new(notes)),
            is_for_disk,
            outer,
            is_provisional: AtomicBool::default(),
        }
    }

    /// Notes everything.
    pub(crate) fn of_everything() -> Self {
        Self::with(false, None)
    }

    /// Notes only inputs on the disk.
    pub(crate) fn of_disk() -> Self {
        Self::with(true, None)
    }

    /// The frame of a query that `outer` uses.
    pub(crate) fn within(outer: Option<Arc<Self>>) -> Self {
        Self::with(false, outer)
    }

    /// Another frame of the same analysis.
    pub(crate) fn fork(&self) -> Self {
        Self {
            notes: self.notes.clone(),
            is_for_disk: self.is_for_disk,
            outer: self.outer.clone(),
            is_provisional: AtomicBool::default(),
        }
    }

    /// Returns whether only inputs on the disk are noted.
    pub(crate) fn is_for_disk(&self) -> bool {
        self.is_for_disk
    }

    /// Notes an input that is about to be read.
    pub(crate) fn note(&self, input: impl FnOnce() -> D::Input, database: &D) {
        if !self.is_for_disk {
            self.note_input(input(), database);
        }
    }

    fn note_input(&self, input: D::Input, database: &D) {
        if let Some(outer) = self.outer.as_ref().filter(|outer| !outer.is_for_disk) {
            outer.note_input(input.clone(), database);
        }
        let mut notes = self.notes();
        let value = match notes.own.entry(input) {
            std::collections::btree_map::Entry::Occupied(known) => known,
            std::collections::btree_map::Entry::Vacant(new) => {
                let value = database.value(new.key());
                new.insert_entry(value)
            }
        };
        if database.is_provisional(value.key(), value.get()) {
            self.reuse(true);
        }
    }

    /// The value of `input`, the same whenever it is read.
    pub(crate) fn read(&self, input: D::Input, database: &D) -> D::Value {
        let mut notes = self.notes();
        let value = notes.own.entry(input);
        let value = value.or_insert_with_key(|input| match &self.outer {
            Some(outer) => outer.read(input.clone(), database),
            None => database.value(input),
        });
        value.clone()
    }

    /// Returns whether an earlier result would be the same now. If so, its dependencies are noted as if
    /// it had been computed again.
    pub(super) fn reuses(&self, dependencies: &Arc<DependencySet<D>>, database: &D) -> bool {
        if dependencies.is_verified(database) {
            if !self.is_for_disk {
                self.notes().nested.push(dependencies.clone());
            }
            if let Some(outer) = &self.outer {
                outer.reuses(dependencies, database);
            }
            return true;
        }
        let is_same = dependencies.all(&mut |input, value| {
            if D::is_on_disk(input) {
                return D::is_same(value, &self.read(input.clone(), database));
            }
            if !self.is_for_disk {
                self.note_input(input.clone(), database);
            }
            database.holds(input, value)
        });
        if is_same {
            dependencies.verify(database);
        }
        is_same
    }

    /// Everything that was noted.
    pub(crate) fn dependencies(&self) -> DependencySet<D> {
        let notes = self.notes();
        let own = notes.own.iter();
        let own = own.map(|(input, value)| (input.clone(), D::compact(value)));
        DependencySet::new(own.collect(), notes.nested.as_slice().into())
    }

    fn notes(&self) -> MutexGuard<'_, Notes<D>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<D: Database> QueryFrame for Tracker<D> {
    fn isolate<T>(&self, compute: impl FnOnce() -> T) -> (T, bool) {
        let before = self.is_provisional.swap(false, Ordering::Relaxed);
        let value = compute();
        let is_provisional = self.is_provisional.load(Ordering::Relaxed);
        self.reuse(before);
        (value, is_provisional)
    }

    fn reuse(&self, was_provisional: bool) {
        self.is_provisional
            .fetch_or(was_provisional, Ordering::Relaxed);
    }
}
