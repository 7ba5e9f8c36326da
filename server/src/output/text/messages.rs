//! Standard error: what the program itself has to say, and its words about files.

use std::io::{StderrLock, Write};

use crate::output::{Screen, Style};
use crate::sandbox::{FileProblem, Names, Severity};
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

/// `azml-ls: error: azml.yaml:3:5: unknown rule ...; did you mean ...?`
pub(crate) fn problem_line(names: &Names, problem: &FileProblem) -> String {
    let severity = match problem.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let name = names.show_path(&problem.path);
    let place = problem
        .place
        .map(|place| format!(":{}:{}:", place.line, place.column))
        .unwrap_or_default();
    let colon = if place.is_empty() && !reads_on(&problem.message) {
        ":"
    } else {
        ""
    };
    let help = problem
        .help
        .iter()
        .map(|help| format!("; {help}"))
        .collect::<String>();
    format!(
        "azml-ls: {severity}: {name}{place}{colon} {}{help}",
        problem.message
    )
}

/// Returns `true` if a message continues after the file's name: "jobs/a.yml can't be read".
fn reads_on(message: &str) -> bool {
    ["is ", "was ", "can't ", "cannot "]
        .iter()
        .any(|start| message.starts_with(start))
}
