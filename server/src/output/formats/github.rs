//! [Workflow commands] of GitHub Actions, which shows each finding beside the line it is about.
//!
//! The log shows only the message of a command, so it starts as a line of `concise` does. GitHub
//! shows [10 findings of each level] from a step and 50 from a job: the worst come first.
//!
//! [Workflow commands]: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
//! [10 findings of each level]: https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations

use std::io::{Result, Write};

use azml_rules::rule::Level;

use super::concise;
use super::findings::{Findings, PlacedFinding};
use crate::output::text::style::Style;
use azml_rules::text::printable::printable;

pub(crate) fn write(out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    for found in findings.worst_first() {
        let file = findings.in_repository(&found.file.path);
        writeln!(out, "{}", command(&file, &found))?;
    }
    Ok(())
}

fn command(file: &str, found: &PlacedFinding<'_>) -> String {
    let level = match found.diagnostic.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info | Level::Hint => "notice",
    };
    let (file, rule) = (property(file), found.diagnostic.rule.name);
    let (start, end) = (found.place.start, found.place.end);
    let mut command = format!("::{level} file={file},line={}", start.line);
    command += &format!(",endLine={}", end.line);
    // On several lines GitHub takes no columns.
    if start.line == end.line {
        command += &format!(",col={},endColumn={}", start.column, end.column);
    }
    format!("{command},title={rule}::{}", message(found))
}

fn message(found: &PlacedFinding<'_>) -> String {
    let line = escaped(&concise::line(Style::default(), found));
    let help = found.diagnostic.help.as_deref();
    let help = help.map_or_else(String::new, |help| {
        format!("%0Ahelp: {}", escaped(&printable(help)))
    });
    line + &help
}

/// `text` as the value of a property.
fn property(text: &str) -> String {
    escaped(&printable(text))
        .replace(':', "%3A")
        .replace(',', "%2C")
}

/// `text` as [the runner] reads it back.
///
/// [the runner]: https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_property_is_escaped() {
        assert_eq!(property("a,b::c%2C\n.yml"), "a%2Cb%3A%3Ac%252C\\n.yml");
        assert_eq!(property("größe 1.yml"), "größe 1.yml");
    }

    #[test]
    fn data_is_one_line() {
        assert_eq!(escaped("100%\r\n::error::x"), "100%25%0D%0A::error::x");
    }
}
