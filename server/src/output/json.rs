//! The format machines read. It has structs of its own, so that it changes only on purpose, and then with its number.

use std::io::{Result, Write};

use azml_rules::diagnostic::{Diagnostic, Related};
use azml_rules::fix::{Applicability, Edit, Fix};
use azml_rules::rule::Level;
use serde::Serialize;

use super::place::Place;
use super::source::Sources;
use crate::check::{FileReport, Report};
use crate::files::Loaded;

const VERSION: u32 = 1;

#[derive(Serialize)]
struct Output {
    version: u32,
    tool: Tool,
    summary: Summary,
    files: Vec<File>,
    diagnostics: Vec<Finding>,
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
struct Summary {
    files_checked: usize,
    files_skipped: usize,
    error: usize,
    warning: usize,
    info: usize,
    hint: usize,
    fixable: usize,
}

#[derive(Serialize)]
struct File {
    path: String,
    kind: &'static str,
}

#[derive(Serialize)]
struct Finding {
    path: String,
    rule: &'static str,
    level: &'static str,
    message: String,
    notes: Vec<String>,
    help: Option<String>,
    url: &'static str,
    start: Place,
    end: Place,
    related: Vec<Other>,
    fixes: Vec<Repair>,
}

#[derive(Serialize)]
struct Other {
    path: String,
    message: String,
    start: Place,
    end: Place,
}

#[derive(Serialize)]
struct Repair {
    title: String,
    applicability: &'static str,
    edits: Vec<Replacement>,
}

#[derive(Serialize)]
struct Replacement {
    path: String,
    start: u32,
    end: u32,
    text: String,
}

pub(super) fn write(out: &mut impl Write, loaded: &Loaded, report: &Report) -> Result<()> {
    let sources = Sources::new(loaded);
    let file = |file: &FileReport| File {
        path: sources.name(&file.path),
        kind: file.kind.id(),
    };
    let output = Output {
        version: VERSION,
        tool: TOOL,
        summary: summary(report),
        files: report.files.iter().map(file).collect(),
        diagnostics: report
            .findings()
            .map(|(file, found)| finding(&sources, file, found))
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &output)?;
    writeln!(out)
}

fn summary(report: &Report) -> Summary {
    let count = |level: Level| {
        report
            .findings()
            .filter(|(_, found)| found.level == level)
            .count()
    };
    let fixable = |found: &Diagnostic| {
        found
            .fixes
            .iter()
            .any(|fix| fix.applicability == Applicability::Safe)
    };
    Summary {
        files_checked: report.files.len(),
        files_skipped: report.skipped,
        error: count(Level::Error),
        warning: count(Level::Warning),
        info: count(Level::Info),
        hint: count(Level::Hint),
        fixable: report
            .findings()
            .filter(|(_, found)| fixable(found))
            .count(),
    }
}

fn finding(sources: &Sources<'_>, file: &FileReport, found: &Diagnostic) -> Finding {
    let (start, end) = places(sources, &file.path, found.range);
    Finding {
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

fn places(sources: &Sources<'_>, path: &str, range: azml_rules::text::TextRange) -> (Place, Place) {
    sources
        .get(path)
        .map(|source| Place::of(&source, range))
        .unwrap_or_default()
}

fn other(sources: &Sources<'_>, related: &Related) -> Other {
    let (start, end) = places(sources, &related.path, related.range);
    Other {
        path: sources.name(&related.path),
        message: related.message.clone(),
        start,
        end,
    }
}

fn repair(sources: &Sources<'_>, path: &str, fix: &Fix) -> Repair {
    let replacement = |edit: &Edit| Replacement {
        path: sources.name(edit.path.as_deref().unwrap_or(path)),
        start: edit.range.start,
        end: edit.range.end,
        text: edit.text.clone(),
    };
    Repair {
        title: fix.title.clone(),
        applicability: fix.applicability.name(),
        edits: fix.edits.iter().map(replacement).collect(),
    }
}
