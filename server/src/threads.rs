//! Number of worker threads. Threads may be unavailable: in a container with a limit, or for a user
//! with one.

use std::io;
use std::num::NonZero;
use std::thread::{Builder, available_parallelism};

use rayon::ThreadPoolBuilder;

use crate::signals::leave_to_others;

/// Starts the threads that share the work on many files. If none can be started, the calling thread
/// does all of it: no other thread may submit such work then.
pub(crate) fn start_or_work_alone() {
    if start().is_err() {
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        alone.build_global().expect("no other threads were started");
    }
}

/// Starts the threads that share the work on many files: at most as many as there are processors,
/// regardless of environment variables, because more are slower.
///
/// # Errors
/// Returns an error if the system cannot start them.
pub(crate) fn start() -> io::Result<()> {
    let processors = available_parallelism().map_or(1, NonZero::get);
    let requested = std::env::var("RAYON_NUM_THREADS");
    let threads = match requested.ok().and_then(|number| number.parse().ok()) {
        None | Some(0) => processors,
        Some(number) => processors.min(number),
    };
    // A walk through folders starts as many once more.
    try_to_start(2 * threads)?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .start_handler(|_| leave_to_others());
    pool.build_global().map_err(io::Error::other)
}

/// Returns the number of threads that share the work.
pub(crate) fn count() -> usize {
    rayon::current_num_threads()
}

/// Starts and joins `threads` threads, since libraries do not report failures to start them.
fn try_to_start(threads: usize) -> io::Result<()> {
    let mut started = Vec::new();
    let mut failed = Ok(());
    for _ in 0..threads {
        match Builder::new().spawn(std::thread::park) {
            Ok(thread) => started.push(thread),
            Err(error) => failed = Err(error),
        }
    }
    for thread in started {
        thread.thread().unpark();
        let _ = thread.join();
    }
    failed
}
