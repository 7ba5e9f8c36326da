//! Values that several computations share.

use std::sync::OnceLock;

use super::provisional::QueryFrame;

/// A value that is computed at its first use. Every frame that uses it is as provisional as the
/// value.
pub(crate) struct Lazy<T> {
    /// With whether it is provisional.
    value: OnceLock<(T, bool)>,
}

impl<T> Default for Lazy<T> {
    fn default() -> Self {
        Self {
            value: OnceLock::new(),
        }
    }
}

impl<T> Lazy<T> {
    /// The value, computed in `frame` if this is its first use.
    pub(crate) fn get(&self, frame: &impl QueryFrame, compute: impl FnOnce() -> T) -> &T {
        let mut is_new = false;
        let (value, is_provisional) = self.value.get_or_init(|| {
            is_new = true;
            frame.isolate(compute)
        });
        if !is_new {
            frame.reuse(*is_provisional);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Barrier;
    use std::thread::scope;

    use super::*;

    /// The frame of a thread.
    #[derive(Default)]
    struct OfThread(Cell<bool>);

    impl QueryFrame for OfThread {
        fn isolate<T>(&self, compute: impl FnOnce() -> T) -> (T, bool) {
            let before = self.0.replace(false);
            let value = compute();
            let is_provisional = self.0.get();
            self.0.set(before || is_provisional);
            (value, is_provisional)
        }

        fn reuse(&self, was_provisional: bool) {
            self.0.set(self.0.get() || was_provisional);
        }
    }

    #[test]
    fn a_thread_that_gets_the_value_of_another_one_is_as_provisional() {
        let (lazy, both) = (Lazy::default(), Barrier::new(2));
        scope(|scope| {
            scope.spawn(|| {
                let frame = OfThread::default();
                lazy.get(&frame, || {
                    frame.reuse(true);
                    both.wait();
                    // From here on, the other thread waits for the value or finds it.
                    1
                });
            });
            both.wait();
            let frame = OfThread::default();
            assert_eq!(frame.isolate(|| *lazy.get(&frame, || 2)), (1, true));
        });
    }
}
