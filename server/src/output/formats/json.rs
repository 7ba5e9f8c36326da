//! The format machines read. It has structs of its own, so that it changes only on purpose, and
//! then with its number.

use std::io::{Result, Write};

use azml_rules::diagnostic::Related;
use azml_rules::fix::{Applicability, Fix};
use azml_rules::rule::Level;
use azml_rules::rule_pages;
use serde::Serialize;
use serde_json::Value;

use super::findings::{FindingPlace, Findings, PlacedFinding};
use crate::check::Report;
use crate::output::schema::{Described, json_struct, of_words};
use crate::output::text::place::PrintedPlace;
use crate::output::text::source::Sources;
use azml_rules::text::printable::replaced;

const VERSION: u32 = 1;

json_struct! {
    struct FindingsJson {
        /// The version of this format.
        version: u32,
        /// The program that wrote it.
        tool: Tool,
        summary: SummaryJson,
        /// The Azure ML files, by path.
        files: Vec<FindingFileJson>,
        /// The findings, by file and place.
        diagnostics: Vec<FindingJson>,
    }

    /// The program that wrote a file.
    pub(crate) struct Tool {
        name: &'static str,
        version: &'static str,
    }

    struct SummaryJson {
        files_checked: usize,
        /// YAML files that are not Azure ML's.
        files_skipped: usize,
        error: usize,
        warning: usize,
        info: usize,
        hint: usize,
        /// Number of findings that `--fix` removes.
        fixable: usize,
    }

    struct FindingFileJson {
        path: String,
        /// Kind of the document, such as `job.command`.
        kind: &'static str,
    }

    struct FindingJson {
        path: String,
        rule: &'static str,
        level: LevelWord,
        /// Its headline. Names in it have the characters of the file, also those that cannot be
        /// seen: a program that shows them escapes them first.
        message: String,
        /// Reasons why it matters.
        notes: Vec<String>,
        /// Advice for a correction.
        help: Option<String>,
        /// The page of the rule, once there is a site; `azml-ls explain RULE` shows it.
        url: Option<String>,
        start: PrintedPlace,
        end: PrintedPlace,
        /// Other places that have to do with it.
        related: Vec<RelatedJson>,
        /// Ways to fix it, the best first.
        fixes: Vec<FixJson>,
    }

    struct RelatedJson {
        path: String,
        message: String,
        start: PrintedPlace,
        end: PrintedPlace,
    }

    struct FixJson {
        title: String,
        applicability: ApplicabilityWord,
        edits: Vec<EditJson>,
    }

    struct EditJson {
        path: String,
        /// In bytes, from 0.
        start: u32,
        /// In bytes, from 0.
        end: u32,
        /// Replacement text.
        text: String,
    }
}

pub(crate) const TOOL: Tool = Tool {
    name: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
};

/// The name of a level.
#[derive(Serialize)]
struct LevelWord(&'static str);

impl Described for LevelWord {
    fn schema() -> Value {
        of_words(Level::ALL.map(Level::name))
    }
}

/// Applicability of a fix.
#[derive(Serialize)]
struct ApplicabilityWord(&'static str);

impl Described for ApplicabilityWord {
    fn schema() -> Value {
        let all = [
            Applicability::Safe,
            Applicability::Unsafe,
            Applicability::Display,
        ];
        of_words(all.map(Applicability::name))
    }
}

/// The JSON schema of the findings.
pub(crate) fn findings_schema() -> Value {
    FindingsJson::schema()
}

pub(crate) fn write(mut out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    let report = findings.report;
    let files = report.files.iter().filter_map(|file| {
        Some(FindingFileJson {
            path: findings.sources.name(&file.path),
            kind: file.kind?.id().as_str(),
        })
    });
    let output = FindingsJson {
        version: VERSION,
        tool: TOOL,
        summary: summary(report),
        files: files.collect(),
        diagnostics: findings
            .each()
            .map(|found| finding(findings, found))
            .collect(),
    };
    write_json(&mut out, &output)
}

/// Writes `value` for machines. What is not to be shown as it is, is escaped in strings, so a log
/// may hold it: there is none of it outside of them but the line ends.
pub(crate) fn write_json(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    let ascii = |_, c: char| (c != '\n').then(|| escaped(c));
    writeln!(out, "{}", replaced(&text, ascii))
}

/// `c` as JSON escapes it.
fn escaped(c: char) -> String {
    let units = c.encode_utf16(&mut [0; 2]).to_vec();
    units.iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

fn summary(report: &Report) -> SummaryJson {
    let tally = report.tally();
    SummaryJson {
        files_checked: tally.checked,
        files_skipped: report.skipped,
        error: tally.count(Level::Error),
        warning: tally.count(Level::Warning),
        info: tally.count(Level::Info),
        hint: tally.count(Level::Hint),
        fixable: tally.safe_fixes(),
    }
}

fn finding(findings: &Findings<'_>, found: PlacedFinding<'_>) -> FindingJson {
    let (file, diagnostic) = (found.file, found.diagnostic);
    FindingJson {
        path: found.place.path,
        rule: diagnostic.rule.name,
        level: LevelWord(diagnostic.level.name()),
        message: diagnostic.message.clone(),
        notes: diagnostic.notes.clone(),
        help: diagnostic.help.clone(),
        url: rule_pages::address(diagnostic.rule),
        start: found.place.start,
        end: found.place.end,
        related: diagnostic
            .related
            .iter()
            .map(|related| other(findings, related))
            .collect(),
        fixes: findings
            .sources
            .reported_fixes(&file.path, &diagnostic.fixes)
            .map(|fix| fix_json(&findings.sources, &file.path, fix))
            .collect(),
    }
}

fn other(findings: &Findings<'_>, related: &Related) -> RelatedJson {
    let FindingPlace { path, start, end } = findings.place(&related.path, related.range);
    RelatedJson {
        path,
        message: related.message.clone(),
        start,
        end,
    }
}

fn fix_json(sources: &Sources<'_>, path: &str, fix: &Fix) -> FixJson {
    let edits = fix.edits.iter().map(|edit| EditJson {
        path: sources.name(edit.path.as_deref().unwrap_or(path)),
        start: edit.range.start,
        end: edit.range.end,
        text: edit.text.clone(),
    });
    FixJson {
        title: fix.title.clone(),
        applicability: ApplicabilityWord(fix.applicability.name()),
        edits: edits.collect(),
    }
}
