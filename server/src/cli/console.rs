//! Where text goes: findings to standard output or a file, everything else to standard error.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::PathBuf;

use anstream::AutoStream;

use super::args::Color;
use super::exit_codes::FAILED;
use crate::files::{FileProblem, Names, Severity, without_number};
use crate::output::Style;

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

    /// Writes findings. A reader that has gone away has read enough; anything else that goes wrong
    /// is a failure.
    pub(super) fn write(
        &self,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), u8> {
        let written = match &self.output {
            Some(path) => File::create(path).and_then(|file| buffered(file, text)),
            // Old consoles of Windows are told colors in their own way.
            None if self.style.color => buffered(AutoStream::always(io::stdout().lock()), text),
            None => buffered(io::stdout().lock(), text),
        };
        match written {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                let target = self
                    .output
                    .as_ref()
                    .map_or("standard output".to_owned(), |path| {
                        path.display().to_string()
                    });
                self.tell(&format!(
                    "azml-ls: error: {target} cannot be written: {}",
                    without_number(&error)
                ));
                Err(FAILED)
            }
            _ => Ok(()),
        }
    }

    /// Writes a line to standard error.
    pub(super) fn tell(&self, line: &str) {
        // When nobody listens there is nobody to tell that.
        let _ = writeln!(io::stderr().lock(), "{line}");
    }

    /// Tells what went wrong; returns whether work was prevented.
    pub(super) fn tell_problems(&self, names: &Names, problems: &[FileProblem]) -> bool {
        for problem in problems {
            self.tell(&problem_line(names, problem));
        }
        problems
            .iter()
            .any(|problem| problem.severity == Severity::Error)
    }
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
