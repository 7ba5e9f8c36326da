//! Standard error: what the program itself has to say.

use std::io::{StderrLock, Write};

use crate::output::{Screen, Style};
use azml_rules::text::printable::printable;

/// Standard error, for what is more than a line.
pub fn stderr() -> impl Write {
    Screen::new(raw_stderr(), Style::default())
}

/// Writes one line to standard error, regardless of line ends in `line`.
pub fn tell(line: &str) {
    to_stderr(&printable(line));
}

/// Writes our own words to standard error.
pub fn tell_ours(lines: &'static str) {
    to_stderr(lines);
}

fn to_stderr(lines: &str) {
    let mut stderr = stderr();
    // A failure to write to standard error cannot be reported anywhere.
    let _ = writeln!(stderr, "{lines}").and_then(|()| stderr.flush());
}

/// Standard error as it is, to be wrapped in a [`Screen`].
#[allow(clippy::disallowed_methods)]
pub(crate) fn raw_stderr() -> StderrLock<'static> {
    std::io::stderr().lock()
}
