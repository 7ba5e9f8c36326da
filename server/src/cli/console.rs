//! Where text goes: findings to standard output or a file, everything else to standard error.
//! Nothing else in the program writes there (`clippy.toml` enforces it), so whatever people read goes
//! through a [`Screen`].

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, Write};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};

use super::args::Color;
use super::exit_codes::FAILED;
use crate::files::{FileProblem, Names, Severity, without_number};
use crate::output::{Screen, Style, raw_stderr, tell};

/// The outside of the program.
pub(super) struct Console {
    output: Option<PathBuf>,
    style: Style,
}

impl Console {
    pub(super) fn new((output, color): (Option<PathBuf>, Color)) -> Self {
        let style = match color {
            Color::Never => Style::default(),
            Color::Always => Style { color: true },
            Color::Auto if output.is_some() => Style::default(),
            Color::Auto => Style::of_environment(),
        };
        Self { output, style }
    }

    pub(super) fn style(&self) -> Style {
        self.style
    }

    /// Whether people read what is written, on a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.output.is_none() && stdout().is_terminal()
    }

    /// Whether what is written goes into a file.
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
        let written = match &self.output {
            Some(path) => File::create(path).and_then(|file| buffered(file, text)),
            // Old consoles of Windows are told colors in their own way.
            None if self.style.color => buffered(AutoStream::always(stdout()), text),
            None => buffered(stdout(), text),
        };
        match written {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                let target = self
                    .output
                    .as_ref()
                    .map_or("standard output".to_owned(), |path| {
                        path.display().to_string()
                    });
                tell(&format!(
                    "azml-ls: error: {target} cannot be written: {}",
                    without_number(&error)
                ));
                Err(FAILED)
            }
            _ => Ok(()),
        }
    }

    /// Tells what went wrong; returns whether work was prevented.
    pub(super) fn tell_problems(&self, names: &Names, problems: &[FileProblem]) -> bool {
        for problem in problems {
            tell(&problem_line(names, problem));
        }
        problems
            .iter()
            .any(|problem| problem.severity == Severity::Error)
    }
}

/// Tells what clap says, help or a mistake; returns the exit code. Help that nobody reads is no
/// failure, but help that cannot be written is.
pub(super) fn told(answer: &clap::Error) -> u8 {
    if answer.use_stderr() {
        tell_mistake(answer);
    } else if let Err(error) = answer.print()
        && error.kind() != ErrorKind::BrokenPipe
    {
        return FAILED;
    }
    u8::try_from(answer.exit_code()).unwrap_or(FAILED)
}

/// Tells what is wrong with the arguments, which may be names of files.
fn tell_mistake(mistake: &clap::Error) {
    let color = AutoStream::choice(&raw_stderr()) != ColorChoice::Never;
    let text = mistake.render();
    let text = if color {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    let mut screen = Screen::new(AutoStream::auto(raw_stderr()), Style { color });
    let _ = screen
        .write_all(text.as_bytes())
        .and_then(|()| screen.flush());
}

#[allow(clippy::disallowed_methods)]
fn stdout() -> io::StdoutLock<'static> {
    io::stdout().lock()
}

fn buffered(
    out: impl Write,
    text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    text(&mut out)?;
    out.flush()
}

/// `azml-ls: error: azml.yaml:3:5: unknown rule ...; did you mean ...?`
fn problem_line(names: &Names, problem: &FileProblem) -> String {
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

/// Whether a message goes on from the file's name: "jobs/a.yml can't be read".
fn reads_on(message: &str) -> bool {
    ["is ", "was ", "can't ", "cannot "]
        .iter()
        .any(|start| message.starts_with(start))
}
