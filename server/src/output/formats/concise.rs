//! One line for each finding: `path:line:column: level[rule] message`.

use std::io::{Result, Write};

use super::findings::{Findings, PlacedFinding};
use crate::output::text::style::Style;
use azml_rules::text::printable::printable;

pub(crate) fn write(out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    for found in findings.each() {
        writeln!(out, "{}", line(findings.style, &found))?;
    }
    Ok(())
}

/// The line of one finding, without anything in it that is obeyed, but for how it starts.
pub(crate) fn line(style: Style, found: &PlacedFinding<'_>) -> String {
    let (place, diagnostic) = (&found.place, found.diagnostic);
    let (name, message) = (printable(&place.path), printable(&diagnostic.message));
    let (line, column) = (place.start.line, place.start.column);
    let level = style.level(diagnostic.level, diagnostic.level.name());
    let rule = diagnostic.rule.name;
    format!("{name}:{line}:{column}: {level}[{rule}] {message}")
}
