//! Signals: Ctrl-C and its relatives end the program between two steps, never in the middle of one.
//!
//! Nothing handles a signal. While a step runs, signals wait; what they do afterwards is what they
//! always do, so a shell sees 130 after Ctrl-C, and one that was told to be ignored (`nohup`) is.

#[cfg(unix)]
mod unix {
    use nix::sys::signal::{SigSet, SigmaskHow, Signal};

    /// The signals that end a program in good order. SIGKILL cannot be put off.
    const ENDING: [Signal; 5] = [
        Signal::SIGHUP,
        Signal::SIGINT,
        Signal::SIGQUIT,
        Signal::SIGTERM,
        Signal::SIGXCPU,
    ];

    /// Makes a write beyond `ulimit -f` an error, which can be told, in place of a signal. Only for
    /// threads that are started later: the first thing to do.
    pub(crate) fn report_file_size_limit() {
        let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
    }

    /// Leaves signals to other threads, for good. A signal goes to any thread that takes it, so
    /// only the one that writes files may.
    pub(crate) fn leave_to_others() {
        let _ = SigSet::from_iter(ENDING).thread_block();
    }

    /// Signals wait while this lives.
    pub(crate) struct Uninterrupted {
        before: Option<SigSet>,
    }

    impl Uninterrupted {
        pub(crate) fn new() -> Self {
            let ending = SigSet::from_iter(ENDING);
            // First: this thread may be the only one that works.
            let before = ending.thread_swap_mask(SigmaskHow::SIG_BLOCK).ok();
            Self { before }
        }
    }

    impl Drop for Uninterrupted {
        /// A signal that waited ends the program here.
        fn drop(&mut self) {
            if let Some(before) = &self.before {
                let _ = before.thread_set_mask();
            }
        }
    }
}

#[cfg(unix)]
pub(crate) use unix::{Uninterrupted, leave_to_others, report_file_size_limit};

/// Elsewhere, what Ctrl-C leaves is cleaned by the next run.
#[cfg(not(unix))]
mod elsewhere {
    pub(crate) fn report_file_size_limit() {}

    pub(crate) fn leave_to_others() {}

    pub(crate) struct Uninterrupted;

    impl Uninterrupted {
        pub(crate) fn new() -> Self {
            Self
        }
    }
}

#[cfg(not(unix))]
pub(crate) use elsewhere::{Uninterrupted, leave_to_others, report_file_size_limit};
