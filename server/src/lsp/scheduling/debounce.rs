//! Delay of work in expectation of more changes.
//!
//! Cheap work runs after every key, so that results show immediately; expensive work waits for a
//! pause in typing. If changes do not pause, the work runs at intervals.

use std::time::Duration;

use tokio::time::Instant;

use crate::times::{CHEAP_ANALYSIS_MAX, DEBOUNCE_MAX, DEBOUNCE_TOTAL_MAX};

/// Returns the time to wait for more changes before work that took `cost` the last time.
pub(crate) fn debounce_after(cost: Duration) -> Duration {
    (cost.saturating_sub(CHEAP_ANALYSIS_MAX) * 4).min(DEBOUNCE_MAX)
}

/// Changes that are not processed yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PendingChanges {
    first: Instant,
    last: Instant,
}

impl PendingChanges {
    /// One more change.
    pub(crate) fn add(changes: &mut Option<Self>) {
        let now = Instant::now();
        changes
            .get_or_insert(Self {
                first: now,
                last: now,
            })
            .last = now;
    }

    /// When they are looked at, if no more follow for `pause`.
    pub(crate) fn due(self, debounce: Duration) -> Instant {
        self.due_within(debounce, DEBOUNCE_TOTAL_MAX)
    }

    /// As [`Self::due`], where more of them hold it up for no longer than `longest`.
    pub(crate) fn due_within(self, debounce: Duration, longest: Duration) -> Instant {
        (self.last + debounce).min(self.first + longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn the_pause_grows_with_the_cost() {
        let pauses = [0, 2, 5, 10, 17, 18, 3000].map(|cost| debounce_after(ms(cost)));
        assert_eq!(pauses, [0, 0, 0, 20, 48, 50, 50].map(ms));
    }

    #[test]
    fn changes_without_end_do_not_hold_up_results() {
        let first = Instant::now();
        let changes = |last| PendingChanges {
            first,
            last: first + ms(last),
        };
        assert_eq!(changes(0).due(ms(50)), first + ms(50));
        assert_eq!(changes(100).due(ms(50)), first + ms(150));
        assert_eq!(changes(399).due(ms(50)), first + ms(400));
    }
}
