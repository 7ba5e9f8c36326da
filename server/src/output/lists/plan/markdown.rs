//! A plan as Markdown.

use std::io::{Result, Write};

use azml_ide::markdown::{message, plain};
use azml_ide::plan::SubmissionPlan;

use super::sections::{closing, sections};
use crate::sandbox::Names;

/// Writes the plan of the file at `path` as Markdown.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn plan_markdown(
    out: &mut impl Write,
    names: &Names,
    path: &str,
    plan: &SubmissionPlan,
) -> Result<()> {
    for section in sections(names, path, plan) {
        writeln!(out, "**{}**\n", &*plain(&section.title))?;
        for (label, text) in &section.lines {
            let label = match *label {
                "" => String::new(),
                label => format!("{label}: "),
            };
            writeln!(out, "- {label}{}", &*message(text))?;
        }
        writeln!(out)?;
    }
    match closing(plan) {
        Some(closing) => writeln!(out, "{}", &*plain(&closing)),
        None => Ok(()),
    }
}
