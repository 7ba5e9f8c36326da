//! Texts for agents: the output of commands, and problems of files.

use std::io::{Result as Written, Write};

use azml_rules::text::printable::printable;
use serde_json::Value;

use crate::loading::Loaded;
use crate::output::{Screen, Style, problem_line};
use crate::sandbox::{FileProblem, Severity};

/// Returns what `write` prints, without secrets and anything that a terminal obeys.
pub(super) fn printed(write: impl FnOnce(&mut dyn Write) -> Written<()>) -> String {
    let mut bytes = Vec::new();
    let mut screen = Screen::new(&mut bytes, Style::default());
    // Writing to memory doesn't fail.
    let _ = write(&mut screen).and_then(|()| screen.flush());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns what `write` prints, which is JSON.
pub(super) fn structured(write: impl FnOnce(&mut dyn Write) -> Written<()>) -> Option<Value> {
    serde_json::from_str(&printed(write)).ok()
}

/// Returns the lines of `problems` of `loaded`.
pub(super) fn problem_lines<'p>(
    loaded: &Loaded,
    problems: impl IntoIterator<Item = &'p FileProblem>,
) -> String {
    printed(|out| {
        problems.into_iter().try_for_each(|problem| {
            let line = problem_line(&loaded.names, problem);
            writeln!(out, "{}", printable(&line))
        })
    })
}

/// Returns the loaded files, or what prevented that: a missing file is an error, unless there are others.
pub(super) fn loaded_or_problems(loaded: Loaded) -> Result<Loaded, String> {
    let mut problems = loaded.problems.iter();
    let failed = problems.any(|problem| problem.severity == Severity::Error);
    if failed && loaded.requested.is_empty() {
        return Err(problem_lines(&loaded, &loaded.problems));
    }
    Ok(loaded)
}
