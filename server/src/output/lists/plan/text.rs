//! A plan for people.

use std::io::{Result, Write};

use azml_ide::plan::SubmissionPlan;
use azml_rules::text::printable::printable;

use super::sections::{closing, sections};
use crate::output::text::style::WIDTH;
use crate::output::text::wrap::wrapped;
use crate::sandbox::Names;

/// Writes the plan of the file at `path`.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub(super) fn plan_text(
    out: &mut impl Write,
    names: &Names,
    path: &str,
    plan: &SubmissionPlan,
) -> Result<()> {
    for section in sections(names, path, plan) {
        writeln!(out, "{}", printable(&section.title))?;
        let labels = section.lines.iter().map(|(label, _)| label.len());
        let width = labels.max().unwrap_or(0);
        for (label, text) in &section.lines {
            let gap = if width == 0 { "" } else { "  " };
            let label = format!("  {label:width$}{gap}");
            out.write_all(wrapped(&label, &printable(text), WIDTH).as_bytes())?;
        }
        writeln!(out)?;
    }
    match closing(plan) {
        Some(closing) => out.write_all(wrapped("", &printable(&closing), WIDTH).as_bytes()),
        None => Ok(()),
    }
}
