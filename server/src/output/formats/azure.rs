//! [Logging commands] of Azure Pipelines, which lists errors and warnings on the page of a run.
//!
//! The agent writes path, line, level, and rule before each message by itself. It knows no other
//! levels: what is less bad is a line of `concise` in the log. A run shows 10 findings of each
//! level from a step: the worst come first.
//!
//! [Logging commands]: https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands

use std::io::{Result, Write};

use azml_rules::rule::Level;

use super::concise;
use super::findings::{Findings, PlacedFinding};
use crate::output::text::sanitize::harmless;
use crate::output::text::style::Style;
use azml_rules::text::printable::printable;

pub(crate) fn write(out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    for found in findings.worst_first() {
        let kind = match found.diagnostic.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info | Level::Hint => {
                let line = concise::line(Style::default(), &found);
                writeln!(out, "{}", harmless(&line, Style::default()))?;
                continue;
            }
        };
        let path = property(&findings.in_repository(&found.file.path));
        let (start, rule) = (found.place.start, found.diagnostic.rule.name);
        writeln!(
            out,
            "##vso[task.logissue type={kind};sourcepath={path};linenumber={};columnnumber={};\
             code={rule};]{}",
            start.line,
            start.column,
            message(&found)
        )?;
    }
    Ok(())
}

fn message(found: &PlacedFinding<'_>) -> String {
    let found = found.diagnostic;
    let help = found.help.as_deref();
    let help = help.map_or_else(String::new, |help| format!("; {help}"));
    escaped(&printable(&format!("{}{help}", found.message)))
}

/// `text` as the value of a property.
fn property(text: &str) -> String {
    escaped(&printable(text))
        .replace(';', "%3B")
        .replace(']', "%5D")
}

/// `text` as [the agent] reads it back.
///
/// [the agent]: https://github.com/microsoft/azure-pipelines-task-lib/blob/master/node/taskcommand.ts
fn escaped(text: &str) -> String {
    text.replace('%', "%AZP25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_property_is_escaped() {
        assert_eq!(property("a;b]c%3B\n.yml"), "a%3Bb%5Dc%AZP253B\\n.yml");
        assert_eq!(property("##vso[x].yml"), "\\x23#vso[x%5D.yml");
    }

    #[test]
    fn data_is_one_line() {
        assert_eq!(escaped("100%\r\nx"), "100%AZP25%0D%0Ax");
    }
}
