//! A plan as Markdown.

use std::io::{Result, Write};

use azml_ide::markdown::code;
use azml_ide::plan::SubmissionPlan;

use super::sections::{closing, sections};
use crate::output::text::markdown::message;
use crate::sandbox::Names;

/// Writes the plan of the file at `path` as Markdown.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub(super) fn plan_markdown(
    out: &mut impl Write,
    names: &Names,
    path: &str,
    plan: &SubmissionPlan,
) -> Result<()> {
    for section in sections(names, path, plan) {
        writeln!(out, "**{}**\n", message(&section.title))?;
        for (label, text) in &section.lines {
            match *label {
                "" => writeln!(out, "- {}", message(text))?,
                "command" => writeln!(out, "- command: {}", &*code(text))?,
                label => writeln!(out, "- {label}: {}", message(text))?,
            }
        }
        writeln!(out)?;
    }
    match closing(plan) {
        Some(closing) => writeln!(out, "{}", message(&closing)),
        None => Ok(()),
    }
}
