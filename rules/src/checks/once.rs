//! A value that several rules need, computed on first use.

use std::sync::OnceLock;

use crate::workspace::unsettled;

/// Value that is computed once. Each later reader gets the same file dependencies as the first.
pub(crate) struct Once<T> {
    /// The value, with `true` if files that are not loaded yet could change it.
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
    /// Returns the value; computes it with `find` on the first call.
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
            // The other thread usually waits; if it doesn't, it gets the value that is already there.
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
