//! Runs work in parts on several threads: the rules of a long document, and its steps.

use std::hint::black_box;
use std::num::NonZero;
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle, available_parallelism, scope};

use crate::cancellation::CancellationTokens;
use crate::work_counter;

/// Maximum number of threads: with more, waiting for each other costs more than they gain.
const MOST: usize = 4;

/// The results of a thread, by number, and its count of work.
type Done<T> = (Vec<(usize, T)>, u64);

/// Returns the number of threads for a long document: the available parallelism, up to [`MOST`]. The value
/// is cached: on Linux, determining it reads several files, which takes longer than a short document.
pub(crate) fn count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| available_parallelism().map_or(1, NonZero::get).min(MOST))
}

/// Returns the results of `work` for the numbers below `count`, in order. `several`: use helper threads.
pub(crate) fn each<T: Send>(
    count: usize,
    several: bool,
    work: &(dyn Fn(usize) -> T + Sync),
) -> Vec<T> {
    let helpers = if several { self::count() - 1 } else { 0 };
    if helpers == 0 {
        return (0..count).map(work).collect();
    }
    let left = Mutex::new(0..count);
    let mut done = scope(|scope| {
        // Helpers start at the other end, because neighboring parts compute the same cached values first.
        let helping: Vec<_> = (0..helpers)
            .filter_map(|_| help(scope, &left, work))
            .collect();
        let mut done = take_all(&left, Range::next, work);
        for helper in helping {
            // If a helper panics, its unfinished part runs again here, so that the caller gets the panic.
            if let Ok((others, spent)) = helper.join() {
                work_counter::spend(spent);
                done.extend(others);
            }
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    let mut done = done.into_iter().peekable();
    let all = (0..count).map(|at| match done.next_if(|(next, _)| *next == at) {
        Some((_, made)) => made,
        None => work(at),
    });
    all.collect()
}

/// Starts a thread that works on the numbers `left`; `None` if the system refuses.
fn help<'scope, T: Send>(
    scope: &'scope Scope<'scope, '_>,
    left: &'scope Mutex<Range<usize>>,
    work: &'scope (dyn Fn(usize) -> T + Sync),
) -> Option<ScopedJoinHandle<'scope, Done<T>>> {
    let tokens = CancellationTokens::of_this_thread();
    let help = || {
        let given = FreedMemory::take();
        let done = tokens.run(|| take_all(left, Range::next_back, work));
        drop(given);
        (done, work_counter::spent())
    };
    Builder::new().spawn_scoped(scope, help).ok()
}

/// Allocations in the sizes that the starting thread made for the new thread, and that are free again.
///
/// The allocator of glibc would reuse them. A buffer that grows out of one stays in the arena of
/// the other thread and leaves more such pieces behind, and both threads then wait for each other
/// at every allocation, which takes a third of the time of a long pipeline.
struct FreedMemory {
    _pieces: [Vec<u8>; 6],
}

impl FreedMemory {
    /// Occupies these pieces: some of each size that starting a thread needs.
    fn take() -> Self {
        let sizes = [24, 24, 40, 40, 56, 56];
        Self {
            _pieces: sizes.map(|size| black_box(Vec::with_capacity(size))),
        }
    }
}

fn take_all<T>(
    left: &Mutex<Range<usize>>,
    next: fn(&mut Range<usize>) -> Option<usize>,
    work: &dyn Fn(usize) -> T,
) -> Vec<(usize, T)> {
    let take = || next(&mut left.lock().unwrap_or_else(PoisonError::into_inner));
    std::iter::from_fn(take).map(|at| (at, work(at))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Barrier;
    use std::thread;

    use super::*;

    #[test]
    fn everything_is_done_once_and_told_in_order() {
        for several in [false, true] {
            assert_eq!(
                each(1000, several, &|at| at * 2),
                (0..2000).step_by(2).collect::<Vec<_>>()
            );
        }
        assert!(each(0, true, &|at| at).is_empty());
    }

    #[test]
    fn others_help_where_there_are_any() {
        if available_parallelism().map_or(1, NonZero::get) < 2 {
            return;
        }
        // Each of the two threads waits for the other.
        let both = Barrier::new(2);
        let threads = each(2, true, &|_| {
            both.wait();
            thread::current().id()
        });
        assert_eq!(threads.into_iter().collect::<HashSet<_>>().len(), 2);
    }

    #[test]
    #[should_panic(expected = "one of them")]
    fn a_panic_is_one_of_the_thread_that_waits() {
        each(100, true, &|at| assert!(at != 99, "one of them"));
    }
}
