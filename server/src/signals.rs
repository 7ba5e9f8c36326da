//! Signals: Ctrl-C and its relatives end the program between two steps, never in the middle of one.
//!
//! On Unix there are no signal handlers. Signals are blocked during a step and have their default
//! effect afterwards, so a shell sees 130 after Ctrl-C, and an ignored signal (`nohup`) stays
//! ignored. On Windows a handler waits for the end of the step.

#[cfg(unix)]
mod unix {
    use std::thread::Builder;

    use nix::sys::signal::{SigSet, SigmaskHow, Signal, raise};

    /// The signals that end a program in good order. SIGKILL cannot be put off.
    const ENDING: [Signal; 5] = [
        Signal::SIGHUP,
        Signal::SIGINT,
        Signal::SIGQUIT,
        Signal::SIGTERM,
        Signal::SIGXCPU,
    ];

    /// Turns the signal for a write beyond `ulimit -f` into an error, which can be reported. It
    /// affects only threads that are started later: call it first.
    pub(crate) fn report_file_size_limit() {
        let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
    }

    /// Leaves signals to other threads, for good. A signal goes to any thread that takes it, so
    /// only the one that writes files may.
    pub(crate) fn leave_to_others() {
        let _ = SigSet::from_iter(ENDING).thread_block();
    }

    /// Calls `last` before a signal ends the program. Threads that are started later leave signals to
    /// the one that waits for them.
    #[allow(clippy::exit)]
    pub(crate) fn before_signals_end(last: impl FnOnce() + Send + 'static) {
        let ending = SigSet::from_iter(ENDING);
        let Ok(before) = ending.thread_swap_mask(SigmaskHow::SIG_BLOCK) else {
            return;
        };
        let waits = Builder::new().spawn(move || {
            if let Ok(signal) = ending.wait() {
                last();
                let _ = SigSet::from(signal).thread_unblock();
                let _ = raise(signal);
                // The signal is ignored, as under `nohup`. What `last` has ended can't go on.
                std::process::exit(2);
            }
        });
        if waits.is_err() {
            let _ = before.thread_set_mask();
        }
    }

    /// Signals wait while this lives.
    pub(crate) struct BlockedSignals {
        before: Option<SigSet>,
    }

    /// Blocks signals until the result is dropped.
    pub(crate) fn block_signals() -> BlockedSignals {
        let ending = SigSet::from_iter(ENDING);
        // First: this thread may be the only one that works.
        let before = ending.thread_swap_mask(SigmaskHow::SIG_BLOCK).ok();
        BlockedSignals { before }
    }

    impl Drop for BlockedSignals {
        /// A signal that waited ends the program here.
        fn drop(&mut self) {
            if let Some(before) = &self.before {
                let _ = before.thread_set_mask();
            }
        }
    }
}

#[cfg(unix)]
pub(crate) use unix::{before_signals_end, block_signals, leave_to_others, report_file_size_limit};

/// Ctrl-C and the end of a console reach a thread of their own, which waits for the step.
#[cfg(windows)]
mod windows {
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};

    /// `STATUS_CONTROL_C_EXIT`: how a program ends that does not handle Ctrl-C.
    const INTERRUPTED: i32 = 0xC000_013A_u32.cast_signed();

    static STEP: Mutex<()> = Mutex::new(());
    static HANDLER: Once = Once::new();

    pub(crate) fn report_file_size_limit() {}

    pub(crate) fn leave_to_others() {}

    /// The console sends Ctrl-C to all processes that it has.
    pub(crate) fn before_signals_end(_: impl FnOnce() + Send + 'static) {}

    /// Ctrl-C waits while this lives.
    pub(crate) struct UninterruptedStep {
        _step: MutexGuard<'static, ()>,
    }

    /// Lets Ctrl-C wait until the result is dropped.
    pub(crate) fn block_signals() -> UninterruptedStep {
        HANDLER.call_once(|| {
            // Without it, the next run deletes what Ctrl-C leaves.
            let _ = ctrlc::set_handler(end);
        });
        UninterruptedStep { _step: step() }
    }

    fn step() -> MutexGuard<'static, ()> {
        STEP.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[allow(clippy::exit)]
    fn end() {
        let _step = step();
        std::process::exit(INTERRUPTED);
    }
}

#[cfg(windows)]
pub(crate) use windows::{
    before_signals_end, block_signals, leave_to_others, report_file_size_limit,
};
