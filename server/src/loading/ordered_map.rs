//! Work of all threads on many things, which is put together in order meanwhile.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So much is put together at a time.
const AT_ONCE: usize = 64;

/// Hands what `work` makes of each of `items` to `take`, in order and a few at a time. No thread waits
/// for another: what is done lies there until one of them takes it, and the others go on.
pub(crate) fn in_order<I: Send, O: Send>(
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(I) -> O + Sync,
    take: impl FnMut(Vec<O>) + Send,
) {
    let items = Mutex::new(items.enumerate());
    let done = Mutex::new(BTreeMap::new());
    let taker = Mutex::new((0, take));
    let take_next = |(next, take): &mut (usize, _)| {
        let mut done = locked(&done);
        let mut part = Vec::new();
        while let Some(made) = done.remove(&(*next + part.len())) {
            part.push(made);
        }
        drop(done);
        *next += part.len();
        run(take, part);
    };
    let work = || {
        while let Some((at, item)) = next(&items) {
            let made = work(item);
            let waiting = {
                let mut done = locked(&done);
                done.insert(at, made);
                done.len()
            };
            if waiting >= AT_ONCE
                && let Ok(mut taker) = taker.try_lock()
            {
                take_next(&mut taker);
            }
        }
    };
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| work());
        }
    });
    take_next(&mut locked(&taker));
}

fn run<O>(take: &mut impl FnMut(Vec<O>), part: Vec<O>) {
    if !part.is_empty() {
        take(part);
    }
}

fn next<I: Iterator>(items: &Mutex<I>) -> Option<I::Item> {
    locked(items).next()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_taken_once_and_in_order() {
        for count in [0, 1, AT_ONCE, 40 * AT_ONCE + 1] {
            let mut taken = Vec::new();
            in_order(
                0..count,
                |number| number * 2,
                |part| {
                    assert!(!part.is_empty());
                    taken.extend(part);
                },
            );
            let wanted: Vec<usize> = (0..count).map(|number| number * 2).collect();
            assert_eq!(taken, wanted);
        }
    }
}
