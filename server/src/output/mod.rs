//! Findings as text for people and machines, one file for each format.
//!
//! Start with [`findings`]: it chooses the format. `full` is the one for people; what it lets
//! miette read stands in `snippet`. Nothing here decides anything. Whatever comes from a file goes
//! through `printable`, which makes one line out of it, and everything that people read through
//! [`Screen`], which lets nothing out that a terminal or a CI service obeys. The structs behind JSON
//! change only on purpose, and then with their number.

mod computes;
mod concise;
mod diff;
mod full;
mod graph;
mod json;
mod messages;
mod place;
mod printable;
mod rules;
mod screen;
mod snippet;
mod source;
mod statistics;
mod style;
mod summary;
mod wrap;

use std::io::{Result, Write};

pub use computes::{computes_json, computes_table};
pub use diff::{obeyed_line, unified, unified_for_people};
pub use graph::{GraphFormat, graph_text};
pub(crate) use messages::raw_stderr;
pub use messages::{stderr, tell, tell_ours};
pub use printable::printable;
pub use rules::{rules_json, rules_table};
pub use screen::Screen;
pub use style::Style;
pub use summary::{Repairs, summary};

use crate::check::Report;
use crate::files::Loaded;

/// How findings are written: with the lines they are about, one line each, or as versioned JSON.
/// (Doc comments on the values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
#[allow(missing_docs)]
pub enum Format {
    #[default]
    Full,
    Concise,
    Json,
}

impl Format {
    /// Whether people read it, and a closing line helps them.
    #[must_use]
    pub fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Concise)
    }
}

/// Writes the findings of `report`.
///
/// # Errors
/// When `out` cannot be written.
pub fn findings(
    out: &mut impl Write,
    format: Format,
    style: Style,
    loaded: &Loaded,
    report: &Report,
) -> Result<()> {
    match format {
        Format::Full => full::write(out, style, loaded, report),
        Format::Concise => concise::write(out, style, loaded, report),
        Format::Json => json::write(out, loaded, report),
    }
}

/// Writes how often each rule reported, in place of the findings.
///
/// # Errors
/// When `out` cannot be written.
pub fn statistics(out: &mut impl Write, format: Format, report: &Report) -> Result<()> {
    match format {
        Format::Full | Format::Concise => statistics::table(out, report),
        Format::Json => statistics::json(out, report),
    }
}
