//! The lock of the state.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use azml_rules::cancellation::Shield;

/// The locked state. Changes are complete: nothing is cancelled meanwhile.
pub(crate) struct ShieldedGuard<'s, T> {
    state: MutexGuard<'s, T>,
    _shield: Shield,
}

impl<'s, T> ShieldedGuard<'s, T> {
    /// Waits for the lock of `state`.
    pub(super) fn lock(state: &'s Mutex<T>) -> Self {
        let shield = Shield::new();
        Self {
            state: state.lock().unwrap_or_else(PoisonError::into_inner),
            _shield: shield,
        }
    }
}

impl<T> Deref for ShieldedGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.state
    }
}

impl<T> DerefMut for ShieldedGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.state
    }
}
