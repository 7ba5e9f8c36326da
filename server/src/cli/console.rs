//! Output of the program: findings to standard output or a file, everything else to standard error.
//! No other module writes there (`clippy.toml` enforces it), so all text for people is written
//! through a [`Screen`].

use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, Write};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};

use super::arg_values::Color;
use super::exit_codes::FAILED;
use crate::check::write_whole;
use crate::output::{Screen, Style, is_dumb_terminal, problem_line, raw_stderr, tell};
use crate::sandbox::{FileProblem, Names, Severity, without_number};

/// The outside of the program.
pub(super) struct Console {
    output: Option<PathBuf>,
    style: Style,
}

impl Console {
    pub(super) fn new(output: Option<PathBuf>, color: Color) -> Self {
        let style = match color {
            _ if output.is_some() => Style {
                color: color == Color::Always,
                ..Style::default()
            },
            Color::Never => Style::of_output(false),
            Color::Always => Style::of_output(true),
            Color::Auto => Style::of_environment(),
        };
        Self { output, style }
    }

    pub(super) fn style(&self) -> Style {
        self.style
    }

    /// Returns `true` if the output is a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.output.is_none() && stdout().is_terminal()
    }

    /// Returns `true` if earlier output can be cleared.
    pub(super) fn clears(&self) -> bool {
        // A console of Windows that knows colors knows the rest.
        self.is_terminal() && !is_dumb_terminal() && (self.style.color || !cfg!(windows))
    }

    /// Returns `true` if the output is a file.
    pub(super) fn is_file(&self) -> bool {
        self.output.is_some()
    }

    /// Writes findings.
    pub(super) fn write(
        &self,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), u8> {
        self.write_exact(|out| {
            let mut screen = Screen::new(out, self.style);
            text(&mut screen)?;
            screen.flush()
        })
    }

    /// Writes what tools read back byte for byte, or our own pages. A reader that has gone away has
    /// read enough; anything else that goes wrong is a failure.
    pub(super) fn write_exact(
        &self,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), u8> {
        match self.try_to_write(text) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(self.tell_unwritten(&error)),
            _ => Ok(()),
        }
    }

    /// Like [`Self::write_exact`], but returns errors.
    pub(super) fn try_to_write(
        &self,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        match &self.output {
            Some(path) => whole(text).and_then(|bytes| write_whole(path, &bytes)),
            // Old consoles of Windows do not support color sequences.
            None if self.style.color => buffered(AutoStream::always(stdout()), text),
            None => buffered(stdout(), text),
        }
    }

    /// Reports why the output could not be written; returns the exit code.
    pub(super) fn tell_unwritten(&self, error: &io::Error) -> u8 {
        let path = self.output.as_ref().map(|path| path.display().to_string());
        let target = path.as_deref().unwrap_or("standard output");
        let reason = without_number(error);
        tell(&format!(
            "azml-ls: error: {target} cannot be written: {reason}"
        ));
        FAILED
    }

    /// Reports the problems; returns `true` if work was prevented.
    pub(super) fn tell_problems(&self, names: &Names, problems: &[FileProblem]) -> bool {
        for problem in problems {
            tell(&problem_line(names, problem));
        }
        problems
            .iter()
            .any(|problem| problem.severity == Severity::Error)
    }
}

/// Writes clap's help or error; returns the exit code. A closed pipe is not an error, other
/// failures to write help are.
pub(super) fn exit_with_clap(answer: &clap::Error) -> u8 {
    if answer.use_stderr() {
        tell_mistake(answer);
    } else if let Err(error) = answer.print()
        && error.kind() != ErrorKind::BrokenPipe
    {
        return FAILED;
    }
    u8::try_from(answer.exit_code()).unwrap_or(FAILED)
}

/// Reports invalid arguments, which may contain names of files.
fn tell_mistake(mistake: &clap::Error) {
    let color = AutoStream::choice(&raw_stderr()) != ColorChoice::Never;
    let text = mistake.render();
    let text = if color {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    let style = Style {
        color,
        ..Style::default()
    };
    let mut screen = Screen::new(AutoStream::auto(raw_stderr()), style);
    let _ = screen
        .write_all(text.as_bytes())
        .and_then(|()| screen.flush());
}

#[allow(clippy::disallowed_methods)]
fn stdout() -> io::StdoutLock<'static> {
    io::stdout().lock()
}

/// All that `text` writes.
fn whole(text: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    text(&mut bytes)?;
    Ok(bytes)
}

fn buffered(
    out: impl Write,
    text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    text(&mut out)?;
    out.flush()
}
