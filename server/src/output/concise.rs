//! One line for each finding: `path:line:column: level[rule] message`.

use std::io::{Result, Write};

use super::place::PrintedPlace;
use super::printable::printable;
use super::source::Sources;
use super::style::Style;
use crate::check::Report;
use crate::files::Loaded;

pub(super) fn write(
    out: &mut impl Write,
    style: Style,
    loaded: &Loaded,
    report: &Report,
) -> Result<()> {
    let sources = Sources::new(loaded);
    for (file, found) in report.findings() {
        let place = sources
            .get(&file.path)
            .map(|source| PrintedPlace::new(&source, found.range.start))
            .unwrap_or_default();
        let level = style.level(found.level, found.level.name());
        let name = sources.name(&file.path);
        let (name, message) = (printable(&name), printable(&found.message));
        let (line, column) = (place.line, place.column);
        writeln!(
            out,
            "{name}:{line}:{column}: {level}[{}] {message}",
            found.rule.name
        )?;
    }
    Ok(())
}
