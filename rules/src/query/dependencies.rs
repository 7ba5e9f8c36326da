//! The inputs that a result was computed from, with their values: as long as all of them are the same,
//! so is the result.
//!
//! What must stay true: a database answers nothing that is not noted here. Then a rule cannot depend on
//! a file without the server knowing, and no list of dependencies has to be maintained by hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::database::Database;
use super::revision::Revision;

/// Inputs with their values. There are many of these, so none takes more space than it needs.
#[derive(Debug)]
pub struct DependencySet<D: Database> {
    own: Box<[(D::Input, D::Value)]>,
    /// Those of results that were used and not computed again.
    nested: Box<[Arc<Self>]>,
    /// The revision in which they were verified last; 0 where none is known.
    verified_in: AtomicU64,
}

impl<D: Database> Default for DependencySet<D> {
    fn default() -> Self {
        Self::new(Box::default(), Box::default())
    }
}

impl<D: Database> DependencySet<D> {
    pub(super) fn new(own: Box<[(D::Input, D::Value)]>, nested: Box<[Arc<Self>]>) -> Self {
        Self {
            own,
            nested,
            verified_in: AtomicU64::default(),
        }
    }

    /// Returns whether every input still has its value, without looking at the disk.
    pub(crate) fn hold(&self, database: &D) -> bool {
        let mut own = self.own.iter();
        self.is_verified(database)
            || own.all(|(input, value)| database.holds(input, value))
                && self.nested.iter().all(|nested| nested.hold(database))
    }

    /// Returns whether every input on the disk still has its value.
    pub(crate) fn hold_on_disk(&self, database: &D) -> bool {
        self.all(&mut |input, value| {
            !D::is_on_disk(input) || D::is_same(value, &database.value(input))
        })
    }

    /// Returns whether `is_right` holds for everything.
    pub(super) fn all(&self, is_right: &mut dyn FnMut(&D::Input, &D::Value) -> bool) -> bool {
        (self.own.iter()).all(|(input, value)| is_right(input, value))
            && self.nested.iter().all(|nested| nested.all(is_right))
    }

    pub(super) fn is_verified(&self, database: &D) -> bool {
        let number = self.verified_in.load(Ordering::Relaxed);
        database.revision().is_some_and(|it| it.number() == number)
    }

    /// Notes that they hold in the current revision, where nothing else can change them, and returns
    /// whether that is so. For dependencies that hold.
    pub(super) fn verify(&self, database: &D) -> bool {
        if self.is_verified(database) {
            return true;
        }
        let mut own = self.own.iter();
        let is_fixed = self.nested.iter().all(|nested| nested.verify(database))
            && own.all(|(input, _)| database.is_fixed_in_revision(input));
        if is_fixed {
            let number = database.revision().map_or(0, Revision::number);
            self.verified_in.store(number, Ordering::Relaxed);
        }
        is_fixed
    }

    /// Calls `take` with every input.
    pub(crate) fn for_each<'r>(&'r self, take: &mut dyn FnMut(&'r D::Input)) {
        self.own.iter().for_each(|(input, _)| take(input));
        self.nested.iter().for_each(|nested| nested.for_each(take));
    }

    /// The number of inputs.
    pub fn len(&self) -> usize {
        self.own.len() + self.nested.iter().map(|nested| nested.len()).sum::<usize>()
    }

    /// Returns whether nothing was read.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
