//! Counts work instead of measuring time: a test can assert on any machine that work grows with the
//! size of a file and not with its square.
//!
//! It counts visited nodes of a tree, and comparisons of names. Only debug builds count.

#[cfg(debug_assertions)]
mod counter {
    use std::cell::Cell;

    thread_local! {
        static SPENT: Cell<u64> = const { Cell::new(0) };
    }

    pub(super) fn add(effort: u64) {
        SPENT.with(|spent| spent.set(spent.get().wrapping_add(effort)));
    }

    pub(super) fn total() -> u64 {
        SPENT.with(Cell::get)
    }
}

/// Adds `effort` to the count of this thread.
#[inline]
pub fn spend(effort: u64) {
    #[cfg(debug_assertions)]
    counter::add(effort);
    #[cfg(not(debug_assertions))]
    let _ = effort;
}

/// Returns the count of this thread; 0 in a release build.
pub fn spent() -> u64 {
    #[cfg(debug_assertions)]
    return counter::total();
    #[cfg(not(debug_assertions))]
    return 0;
}
