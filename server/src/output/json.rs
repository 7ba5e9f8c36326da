//! The format machines read. It has structs of its own, so that it changes only on purpose, and
//! then with its number.

use std::io::{Result, Write};

use azml_rules::diagnostic::{Diagnostic, Related};
use azml_rules::fix::{Applicability, Fix};
use azml_rules::rule::Level;
use serde::Serialize;

use super::place::PrintedPlace;
use super::printable::replaced;
use super::source::Sources;
use crate::check::{FileReport, Report};
use crate::files::Loaded;

const VERSION: u32 = 1;

#[derive(Serialize)]
struct FindingsJson {
    version: u32,
    tool: Tool,
    summary: SummaryJson,
    files: Vec<FileJson>,
    diagnostics: Vec<FindingJson>,
}

/// The program that wrote a file.
#[derive(Serialize)]
pub(super) struct Tool {
    name: &'static str,
    version: &'static str,
}

pub(super) const TOOL: Tool = Tool {
    name: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
};

#[derive(Serialize)]
struct SummaryJson {
    files_checked: usize,
    files_skipped: usize,
    error: usize,
    warning: usize,
    info: usize,
    hint: usize,
    fixable: usize,
}

#[derive(Serialize)]
struct FileJson {
    path: String,
    kind: &'static str,
}

#[derive(Serialize)]
struct FindingJson {
    path: String,
    rule: &'static str,
    level: &'static str,
    message: String,
    notes: Vec<String>,
    help: Option<String>,
    url: &'static str,
    start: PrintedPlace,
    end: PrintedPlace,
    related: Vec<RelatedJson>,
    fixes: Vec<FixJson>,
}

#[derive(Serialize)]
struct RelatedJson {
    path: String,
    message: String,
    start: PrintedPlace,
    end: PrintedPlace,
}

#[derive(Serialize)]
struct FixJson {
    title: String,
    applicability: &'static str,
    edits: Vec<EditJson>,
}

#[derive(Serialize)]
struct EditJson {
    path: String,
    start: u32,
    end: u32,
    text: String,
}

pub(super) fn write(out: &mut impl Write, loaded: &Loaded, report: &Report) -> Result<()> {
    let sources = Sources::new(loaded);
    let files = report.files.iter().map(|file| FileJson {
        path: sources.name(&file.path),
        kind: file.kind.id().as_str(),
    });
    let output = FindingsJson {
        version: VERSION,
        tool: TOOL,
        summary: summary(report),
        files: files.collect(),
        diagnostics: report
            .findings()
            .map(|(file, found)| finding(&sources, file, found))
            .collect(),
    };
    write_json(out, &output)
}

/// Writes `value` for machines. What is not to be shown as it is, is escaped in strings, so a log
/// may hold it: there is none of it outside of them but the line ends.
pub(super) fn write_json(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
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
    SummaryJson {
        files_checked: report.files.len(),
        files_skipped: report.skipped,
        error: report.count(Level::Error),
        warning: report.count(Level::Warning),
        info: report.count(Level::Info),
        hint: report.count(Level::Hint),
        fixable: report.count_fixable(Applicability::Safe),
    }
}

fn finding(sources: &Sources<'_>, file: &FileReport, found: &Diagnostic) -> FindingJson {
    let (start, end) = places(sources, &file.path, found.range);
    FindingJson {
        path: sources.name(&file.path),
        rule: found.rule.name,
        level: found.level.name(),
        message: found.message.clone(),
        notes: found.notes.clone(),
        help: found.help.clone(),
        url: found.rule.url,
        start,
        end,
        related: found
            .related
            .iter()
            .map(|related| other(sources, related))
            .collect(),
        fixes: found
            .fixes
            .iter()
            .map(|fix| repair(sources, &file.path, fix))
            .collect(),
    }
}

fn places(
    sources: &Sources<'_>,
    path: &str,
    range: azml_rules::text::TextRange,
) -> (PrintedPlace, PrintedPlace) {
    sources
        .get(path)
        .map(|source| PrintedPlace::of(&source, range))
        .unwrap_or_default()
}

fn other(sources: &Sources<'_>, related: &Related) -> RelatedJson {
    let (start, end) = places(sources, &related.path, related.range);
    RelatedJson {
        path: sources.name(&related.path),
        message: related.message.clone(),
        start,
        end,
    }
}

fn repair(sources: &Sources<'_>, path: &str, fix: &Fix) -> FixJson {
    let edits = fix.edits.iter().map(|edit| EditJson {
        path: sources.name(edit.path.as_deref().unwrap_or(path)),
        start: edit.range.start,
        end: edit.range.end,
        text: edit.text.clone(),
    });
    FixJson {
        title: fix.title.clone(),
        applicability: fix.applicability.name(),
        edits: edits.collect(),
    }
}
