//! The formats of findings. Each is a file with a `write` function that takes [`Findings`].

use std::io::{Result, Write};

use super::findings::Findings;
use super::{agent, azure, concise, full, github, gitlab, json, junit, markdown, rdjson, sarif};
use crate::check::Report;
use crate::output::lists::statistics;
use crate::output::{Screen, Style};

/// Output format of findings. (Doc comments on the values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
#[allow(missing_docs)]
pub enum Format {
    #[default]
    Full,
    Concise,
    Json,
    Github,
    Azure,
    Markdown,
    Sarif,
    Gitlab,
    Junit,
    Rdjson,
    Agent,
}

/// Output format of lists other than findings: for people, or for machines. (Doc comments on the
/// values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
#[allow(missing_docs)]
pub enum ListFormat {
    #[default]
    Full,
    Json,
}

impl Format {
    /// Returns `true` if people read the output as it is, on a terminal or in the log of a CI
    /// service, and a summary line is useful.
    pub fn is_for_people(self) -> bool {
        matches!(
            self,
            Self::Full | Self::Concise | Self::Github | Self::Azure
        )
    }

    /// Returns `true` if it can show the number of findings of each rule instead of the findings.
    /// Annotations of a CI service cannot, since they need a line.
    pub fn has_statistics(self) -> bool {
        matches!(
            self,
            Self::Full | Self::Concise | Self::Json | Self::Markdown
        )
    }

    /// Returns `true` if it contains only findings, in the order of their files: then parts can be
    /// written as they are found.
    pub fn is_only_findings(self) -> bool {
        matches!(self, Self::Full | Self::Concise)
    }

    /// The ends of the names of files that hold it. Where several formats share one, the first counts.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Json | Self::Gitlab | Self::Rdjson => &["json"],
            Self::Markdown => &["md"],
            Self::Sarif => &["sarif"],
            Self::Junit => &["xml"],
            Self::Full | Self::Concise | Self::Github | Self::Azure | Self::Agent => &[],
        }
    }

    /// Writes `findings`, so that nothing in them is obeyed: through a [`Screen`], but for the
    /// commands that CI services are meant to obey, and for exact patches.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write(self, out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
        let mut screen = Screen::new(&mut *out, findings.style);
        match self {
            Self::Github => return github::write(out, findings),
            Self::Azure => return azure::write(out, findings),
            Self::Agent => return agent::write(out, findings),
            Self::Full => full::write(&mut screen, findings),
            Self::Concise => concise::write(&mut screen, findings),
            Self::Json => json::write(&mut screen, findings),
            Self::Markdown => markdown::write(&mut screen, findings),
            Self::Sarif => sarif::write(&mut screen, findings),
            Self::Gitlab => gitlab::write(&mut screen, findings),
            Self::Junit => junit::write(&mut screen, findings),
            Self::Rdjson => rdjson::write(&mut screen, findings),
        }?;
        screen.flush()
    }

    /// Writes how often each rule reported; nothing where [`Self::has_statistics`] is false.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write_statistics(self, out: &mut dyn Write, report: &Report) -> Result<()> {
        let mut screen = Screen::new(out, Style::default());
        match self {
            Self::Full | Self::Concise => statistics::table(&mut screen, report),
            Self::Json => statistics::json(&mut screen, report),
            Self::Markdown => markdown::write_statistics(&mut screen, report),
            Self::Github | Self::Azure | Self::Agent => Ok(()),
            Self::Sarif | Self::Gitlab | Self::Junit | Self::Rdjson => Ok(()),
        }?;
        screen.flush()
    }
}
