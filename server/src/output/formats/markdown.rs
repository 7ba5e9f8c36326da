//! A summary of the run in Markdown, for the page of a job: GitHub's `$GITHUB_STEP_SUMMARY`, the
//! build summary of Azure Pipelines, a comment on a pull request.
//!
//! The rules come first, then the findings of each file, folded, the worst file first. GitHub takes
//! [no summary over 1 MiB], so what does not fit is counted.
//!
//! [no summary over 1 MiB]: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::io::{Result, Write};

use azml_rules::diagnostic::Diagnostic;
use azml_rules::explain::sentence;
use azml_rules::rule::{Level, Rule};
use azml_rules::rule_pages;
use azml_rules::wording::{counted, listed};

use super::findings::{FindingPlace, Findings};
use crate::check::{FileReport, Report};
use crate::output::lists::statistics::counts;
use crate::output::lists::summary::{FixOutcome, summary};
use crate::output::text::markdown::{message, plain};
use azml_rules::text::printable::printable;

/// Maximum size of a summary in bytes: below GitHub's limit, with room for the output of other steps.
const LIMIT: usize = 900_000;

pub(crate) fn write(out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    let mut text = head(findings.report);
    let mut files: Vec<&FileReport> = findings.report.files.iter().collect();
    files.retain(|file| !file.found.is_empty());
    files.sort_by_key(|file| Reverse(worst(file)));
    let mut left = 0;
    for file in files {
        left += add_file(&mut text, findings, file);
    }
    if left > 0 {
        let left = counted(left, "more finding");
        let _ = writeln!(
            text,
            "\n{left} would make this summary too long; run `azml-ls --check` to see all of them."
        );
    }
    out.write_all(text.as_bytes())
}

/// Only the counts.
pub(crate) fn write_statistics(out: &mut dyn Write, report: &Report) -> Result<()> {
    out.write_all(head(report).as_bytes())
}

/// Summarizes the findings in one sentence, and lists their rules.
fn head(report: &Report) -> String {
    let line = summary(report, FixOutcome::None);
    // The other mark of a heading would be taken for a command in a log.
    let mut text = format!("azml-ls\n-------\n\n{}\n", plain(line));
    let counts = counts(report);
    if counts.is_empty() {
        return text;
    }
    text.push_str("\n| rule | findings | fixable with `--fix` | what it finds |\n");
    text.push_str("|---|---:|---:|---|\n");
    for count in counts {
        let fixable = match count.fixable {
            0 => String::new(),
            fixable => fixable.to_string(),
        };
        let (rule, found) = (link(count.rule), count.count);
        let news = count.news().map(|news| format!(" ({news})"));
        let finds = sentence(count.rule.summary).replace('|', "\\|");
        let finds = finds + &news.unwrap_or_default();
        let _ = writeln!(text, "| {rule} | {found} | {fixable} | {finds} |");
    }
    text
}

fn link(rule: &Rule) -> String {
    rule_pages::link(rule)
}

fn worst(file: &FileReport) -> Option<Level> {
    file.found.iter().map(|found| found.level).max()
}

/// Adds the findings of `file` as far as there is room; returns how many there are besides.
fn add_file(text: &mut String, findings: &Findings<'_>, file: &FileReport) -> usize {
    const END: &str = "\n</details>\n";
    let mut part = opening(findings, file);
    let mut left = file.found.iter();
    for found in left.by_ref() {
        let item = item(&findings.place(&file.path, found.range), found);
        if text.len() + part.len() + item.len() + END.len() > LIMIT {
            // Further ones may be shorter, but a gap would be harder to read.
            text.push_str(&part);
            text.push_str(END);
            return 1 + left.count();
        }
        part.push_str(&item);
    }
    text.push_str(&part);
    text.push_str(END);
    0
}

/// The line of a file, which a click unfolds.
fn opening(findings: &Findings<'_>, file: &FileReport) -> String {
    let levels = Level::ALL.into_iter().filter_map(|level| {
        let all = file.found.iter().flat_map(Diagnostic::each);
        let count = all.filter(|found| found.level == level).count();
        (count > 0).then(|| counted(count, level.name()))
    });
    let levels: Vec<String> = levels.collect();
    let name = html(&printable(&findings.sources.name(&file.path)));
    format!(
        "\n<details><summary><code>{name}</code>: {}</summary>\n\n",
        listed(&levels)
    )
}

/// A finding as an item of a list.
fn item(place: &FindingPlace, found: &Diagnostic) -> String {
    let (line, column) = (place.start.line, place.start.column);
    let level = found.level.name();
    let mut item = format!(
        "- {line}:{column} **{level}** {} ({})\n",
        message(&found.message),
        link(found.rule)
    );
    for note in &found.notes {
        let _ = writeln!(item, "  - {}", message(note));
    }
    if let Some(help) = &found.help {
        let _ = writeln!(item, "  - help: {}", message(help));
    }
    item
}

/// `text` between two tags.
pub(in crate::output) fn html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
