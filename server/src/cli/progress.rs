//! Progress of a long run: one line on the terminal, which is cleared when the run ends. It is
//! written only to a terminal.

use std::io::{IsTerminal as _, Result, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use crate::output::{is_dumb_terminal, raw_stderr};
use crate::signals::leave_to_others;
use crate::times::{PROGRESS_INTERVAL, PROGRESS_SHOWN_AFTER};

/// Progress line, which is shown until this is dropped.
pub(super) struct Progress {
    work: Arc<Work>,
    shown: Option<(Sender<()>, JoinHandle<()>)>,
}

/// Number of finished parts and of all parts; zero while these are not known.
#[derive(Default)]
struct Work {
    activity: Activity,
    done: AtomicUsize,
    all: AtomicUsize,
}

/// Work of a run.
#[derive(Clone, Copy, Default)]
pub(super) enum Activity {
    /// Files are read and checked.
    #[default]
    Check,
    /// Commands of the Azure CLI run.
    Refresh,
}

impl Progress {
    /// A run begins.
    pub(super) fn start(activity: Activity) -> Self {
        let work = Arc::new(Work {
            activity,
            ..Work::default()
        });
        let shown = is_enabled().then(|| show(work.clone())).flatten();
        Self { work, shown }
    }

    /// A run begins that shows nothing.
    pub(super) fn hidden() -> Self {
        let work = Arc::default();
        Self { work, shown: None }
    }

    /// Returns `true` if it is shown.
    pub(super) fn is_shown(&self) -> bool {
        self.shown.is_some()
    }

    /// Sets the number of parts.
    pub(super) fn counts(&self, parts: usize) {
        self.work.all.store(parts, Ordering::Relaxed);
    }

    /// One of them is finished.
    pub(super) fn finished_one(&self) {
        self.work.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    /// Waits until the line is cleared.
    fn drop(&mut self) {
        if let Some((running, thread)) = self.shown.take() {
            drop(running);
            let _ = thread.join();
        }
    }
}

fn is_enabled() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    raw_stderr().is_terminal() && !is_dumb_terminal() && !is_set("CI")
}

/// Shows how far `work` is until the sender is dropped; `None` where no thread is to be had.
fn show(work: Arc<Work>) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (running, ends) = channel();
    let start = Instant::now();
    let thread = Builder::new().spawn(move || {
        // Only the thread that writes files may be ended between two of them.
        leave_to_others();
        let mut line = Line::default();
        while ends.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            let _ = line.show(&mut raw_stderr(), &work, start.elapsed());
        }
        let _ = line.erase(&mut raw_stderr());
    });
    Some((running, thread.ok()?))
}

/// Line as it is shown.
#[derive(Default)]
struct Line {
    shown: String,
}

impl Line {
    /// Shows how far `work` is after a time.
    fn show(&mut self, out: &mut impl Write, work: &Work, after: Duration) -> Result<()> {
        let text = text(work);
        if after < PROGRESS_SHOWN_AFTER || text == self.shown {
            return Ok(());
        }
        self.erase(out)?;
        write!(out, "{text}")?;
        self.shown = text;
        out.flush()
    }

    /// With spaces, which every terminal understands.
    fn erase(&mut self, out: &mut impl Write) -> Result<()> {
        let shown = std::mem::take(&mut self.shown);
        if shown.is_empty() {
            return Ok(());
        }
        write!(out, "\r{}\r", " ".repeat(shown.len()))?;
        out.flush()
    }
}

/// Short enough for every terminal: a line that is broken cannot be erased.
fn text(work: &Work) -> String {
    let done = work.done.load(Ordering::Relaxed);
    match (work.activity, work.all.load(Ordering::Relaxed)) {
        (Activity::Check, 0) => "Reading files ...".to_owned(),
        (Activity::Check, all) => format!("Checked {done} of {all} files ..."),
        (Activity::Refresh, all) => format!("{done} of {all} commands have ended ..."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(done: usize, all: usize) -> Work {
        Work {
            done: done.into(),
            all: all.into(),
            ..Work::default()
        }
    }

    /// Returns the contents of a terminal after `bytes`: `\r` returns to the start of the line.
    fn on_terminal(bytes: &[u8]) -> String {
        let mut line: Vec<char> = Vec::new();
        let mut at = 0;
        for c in String::from_utf8(bytes.to_vec()).unwrap().chars() {
            if c == '\r' {
                at = 0;
                continue;
            }
            line.resize(line.len().max(at + 1), ' ');
            line[at] = c;
            at += 1;
        }
        line.into_iter().collect::<String>().trim_end().to_owned()
    }

    #[test]
    fn short_runs_show_nothing() {
        let (mut line, mut out) = (Line::default(), Vec::new());
        for time in [0, 100, 499] {
            line.show(&mut out, &work(1, 9), Duration::from_millis(time))
                .unwrap();
        }
        line.erase(&mut out).unwrap();
        assert!(out.is_empty());
    }

    #[test]
    fn a_long_run_shows_how_far_it_is_and_leaves_nothing() {
        let (mut line, mut out) = (Line::default(), Vec::new());
        for (work, shown) in [
            (work(0, 0), "Reading files ..."),
            (work(9, 12000), "Checked 9 of 12000 files ..."),
            (work(10, 12), "Checked 10 of 12 files ..."),
        ] {
            line.show(&mut out, &work, PROGRESS_SHOWN_AFTER).unwrap();
            assert_eq!(on_terminal(&out), shown);
            let length = out.len();
            line.show(&mut out, &work, PROGRESS_SHOWN_AFTER).unwrap();
            assert_eq!(out.len(), length, "what stands there is not written again");
        }
        line.erase(&mut out).unwrap();
        assert_eq!(on_terminal(&out), "");
        assert!(out.ends_with(b"\r"), "what comes next starts at the left");
    }
}
