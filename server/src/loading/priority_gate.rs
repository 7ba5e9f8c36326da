//! Priority of urgent work over the loading of a folder, which uses every processor.

use crate::times::PRIORITY_MAX;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Lets urgent work go before the loading of folders.
#[derive(Clone, Debug, Default)]
pub struct PriorityGate(Arc<QueuedLoad>);

#[derive(Debug, Default)]
struct QueuedLoad {
    ahead: Mutex<Ahead>,
    /// `true` if there may be urgent work: checked before each file, without the lock.
    is_any: AtomicBool,
    passed: Condvar,
}

/// Urgent work in progress.
#[derive(Debug, Default)]
struct Ahead {
    count: usize,
    /// Time at which the others continue.
    end: Option<Instant>,
}

/// Others wait while this lives.
#[derive(Debug)]
#[must_use]
pub struct GoingAhead(PriorityGate);

impl PriorityGate {
    /// Goes before others.
    pub fn go_ahead(&self) -> GoingAhead {
        let mut ahead = self.ahead();
        if ahead.count == 0 {
            ahead.end = Some(Instant::now() + PRIORITY_MAX);
        }
        ahead.count += 1;
        self.0.is_any.store(true, Ordering::Relaxed);
        GoingAhead(self.clone())
    }

    /// Waits for what goes ahead.
    pub fn let_pass(&self) {
        if !self.0.is_any.load(Ordering::Relaxed) {
            return;
        }
        let mut ahead = self.ahead();
        while let Some(left) = ahead.left() {
            let waited = self.0.passed.wait_timeout(ahead, left);
            ahead = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn ahead(&self) -> MutexGuard<'_, Ahead> {
        let ahead = self.0.ahead.lock();
        ahead.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ahead {
    /// Returns the remaining time to wait; `None` if there is no urgent work.
    fn left(&self) -> Option<Duration> {
        let end = self.end.filter(|_| self.count > 0)?;
        let left = end.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }
}

impl Drop for GoingAhead {
    fn drop(&mut self) {
        let PriorityGate(waiting) = &self.0;
        let mut ahead = self.0.ahead();
        ahead.count -= 1;
        waiting.is_any.store(ahead.count > 0, Ordering::Relaxed);
        waiting.passed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread::spawn;

    use super::*;

    #[test]
    fn others_wait_until_the_last_has_passed() {
        let precedence = PriorityGate::default();
        precedence.let_pass();
        let (first, second) = (precedence.go_ahead(), precedence.go_ahead());
        let (sender, passed) = channel();
        let other = precedence.clone();
        let waiting = spawn(move || {
            other.let_pass();
            let _ = sender.send(());
        });
        drop(first);
        assert!(passed.try_recv().is_err(), "the second goes ahead still");
        drop(second);
        assert!(passed.recv().is_ok());
        assert!(waiting.join().is_ok());
    }

    #[test]
    fn nobody_waits_for_what_takes_too_long() {
        let precedence = PriorityGate::default();
        let _ahead = precedence.go_ahead();
        assert!(precedence.ahead().left().is_some());
        precedence.ahead().end = Some(Instant::now());
        precedence.let_pass();
    }
}
