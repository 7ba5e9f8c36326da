//! Work that is no longer needed ends in the middle of a rule: [`poll`] unwinds up to [`cancellable`].
//!
//! Every loop that takes long passes one of the places that poll: entries and items of the YAML, expressions,
//! lookups in the workspace, queries, near matches, flags, and statements of scripts. What must stay
//! true: a cache takes only values that are complete, and a change that is made in several steps holds a
//! [`Shield`].

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// The work was ended because its result is no longer needed. This is the payload of the unwinding: code
/// that catches panics passes it on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cancelled;

/// Returns `true` once the result is no longer needed.
type IsCancelled = Arc<dyn Fn() -> bool + Send + Sync>;

/// Number of polls from one look at the tokens to the next. Tests look at each.
const EVERY: u32 = if cfg!(debug_assertions) { 1 } else { 16 };

thread_local! {
    /// Polls until the next look.
    static LEFT: Cell<u32> = const { Cell::new(0) };
    /// Number of shields.
    static SHIELDS: Cell<usize> = const { Cell::new(0) };
    /// The tokens of the work on this thread, each with the number of shields around it.
    static TOKENS: RefCell<Vec<(usize, IsCancelled)>> = const { RefCell::new(Vec::new()) };
}

/// Ends the work of this thread if it is cancelled.
#[inline]
pub fn poll() {
    let left = LEFT.get();
    LEFT.set(left.wrapping_sub(1));
    if left == 0 {
        look();
    }
}

/// As [`poll`], where it is rare.
#[cold]
#[inline(never)]
pub fn look() {
    let any = TOKENS.with_borrow(|tokens| !tokens.is_empty());
    LEFT.set(if any { EVERY - 1 } else { u32::MAX });
    // A second unwinding would end the process.
    if any && is_cancelled() && !std::thread::panicking() {
        resume_unwind(Box::new(Cancelled));
    }
}

fn is_cancelled() -> bool {
    let shields = SHIELDS.get();
    TOKENS.with_borrow(|tokens| {
        let mut inside = tokens.iter().filter(|(around, _)| *around == shields);
        inside.any(|(_, is_cancelled)| is_cancelled())
    })
}

/// Returns the result of `work`, which ends early once `is_cancelled`.
///
/// # Errors
/// Returns an error if it ended early.
pub fn cancellable<T>(
    is_cancelled: impl Fn() -> bool + Send + Sync + 'static,
    work: impl FnOnce() -> T,
) -> Result<T, Cancelled> {
    // What `work` has changed is dropped, or complete.
    let within = || {
        CancellationTokens::of_this_thread()
            .with(Arc::new(is_cancelled))
            .run(work)
    };
    catch_unwind(AssertUnwindSafe(within)).map_err(|payload| match payload.downcast() {
        Ok(cancelled) => *cancelled,
        Err(panic) => resume_unwind(panic),
    })
}

/// The tokens of a thread, for those that help it.
#[derive(Clone)]
pub struct CancellationTokens(Vec<IsCancelled>);

impl CancellationTokens {
    /// Those that can end the work of this thread now.
    pub fn of_this_thread() -> Self {
        let shields = SHIELDS.get();
        let inside = |tokens: &Vec<(usize, IsCancelled)>| {
            let inside = tokens.iter().filter(|(around, _)| *around == shields);
            inside.map(|(_, token)| token.clone()).collect()
        };
        Self(TOKENS.with_borrow(inside))
    }

    fn with(mut self, token: IsCancelled) -> Self {
        self.0.push(token);
        self
    }

    /// Returns the result of `work`, which these tokens can end.
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        let shields = SHIELDS.get();
        let tokens = self.0.into_iter().map(|token| (shields, token));
        let _before = Before(TOKENS.replace(tokens.collect()));
        LEFT.set(0);
        work()
    }
}

/// The tokens that the thread had, which it gets back.
struct Before(Vec<(usize, IsCancelled)>);

impl Drop for Before {
    fn drop(&mut self) {
        TOKENS.replace(std::mem::take(&mut self.0));
        LEFT.set(0);
    }
}

/// While it lives, only work that is [`cancellable`] inside it ends early.
#[must_use]
pub struct Shield(std::marker::PhantomData<*const ()>);

impl Shield {
    /// Shields this thread.
    #[expect(clippy::new_without_default, reason = "it is a guard, not a value")]
    pub fn new() -> Self {
        SHIELDS.set(SHIELDS.get() + 1);
        Self(std::marker::PhantomData)
    }
}

impl Drop for Shield {
    fn drop(&mut self) {
        SHIELDS.set(SHIELDS.get() - 1);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn only_work_inside_of_its_token_ends() {
        poll();
        assert_eq!(cancellable(|| false, poll), Ok(()));
        assert_eq!(cancellable(|| true, || 1), Ok(1), "it never polls");
        assert_eq!(cancellable(|| true, poll), Err(Cancelled));
        poll();
        let inner = || cancellable(|| true, poll);
        assert_eq!(cancellable(|| false, inner), Ok(Err(Cancelled)));
        let inner = || cancellable(|| false, poll);
        assert_eq!(cancellable(|| true, inner), Ok(Err(Cancelled)));
    }

    #[test]
    fn a_shield_is_for_what_is_around_it() {
        let work = || {
            let shield = Shield::new();
            poll();
            assert_eq!(cancellable(|| true, poll), Err(Cancelled));
            poll();
            drop(shield);
            poll();
        };
        assert_eq!(cancellable(|| true, work), Err(Cancelled));
        let ended = Arc::new(AtomicBool::new(false));
        let is_cancelled = ended.clone();
        let work = || {
            let _shield = Shield::new();
            ended.store(true, Ordering::Relaxed);
            poll();
            2
        };
        let is_cancelled = move || is_cancelled.load(Ordering::Relaxed);
        assert_eq!(cancellable(is_cancelled, work), Ok(2));
    }

    #[test]
    fn helpers_end_with_the_thread_that_they_help() {
        let work = || crate::threads::each(100, true, &|_| poll());
        assert_eq!(cancellable(|| true, work), Err(Cancelled));
    }

    #[test]
    #[should_panic(expected = "too bad")]
    fn a_panic_is_passed_on() {
        let _ = cancellable(|| false, || panic!("too bad"));
    }
}
