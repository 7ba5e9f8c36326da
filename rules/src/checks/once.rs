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
        let mut is_new = false;
        let (value, is_unsettled) = self.found.get_or_init(|| {
            is_new = true;
            unsettled::look(find)
        });
        if !is_new {
            unsettled::find_again(*is_unsettled);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread::{scope, sleep};
    use std::time::Duration;

    use super::*;

    #[test]
    fn who_waits_for_another_thread_depends_on_the_same_files() {
        let (once, both) = (Once::default(), Barrier::new(2));
        let find = || {
            unsettled::find_again(true);
            both.wait();
            // The other one waits, as a rule; if it does not, it finds the value that is there.
            sleep(Duration::from_millis(20));
            1
        };
        scope(|scope| {
            scope.spawn(|| once.get(find));
            both.wait();
            assert_eq!(unsettled::look(|| *once.get(|| 2)), (1, true));
        });
    }
}
