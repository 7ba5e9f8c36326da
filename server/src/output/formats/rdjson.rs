//! The [diagnostic format] of reviewdog, which comments on pull requests. Its columns count bytes,
//! and what it calls a suggestion is one replacement. Paths are seen from the current folder, where
//! reviewdog runs, too. Related places need reviewdog 0.18 or newer, which refuses what it does not
//! know.
//!
//! [diagnostic format]: https://github.com/reviewdog/reviewdog/blob/master/proto/rdf/reviewdog.proto

use std::io::{Result, Write};

use azml_rules::diagnostic::{Diagnostic, Related};
use azml_rules::fix::Fix;
use azml_rules::rule::Level;
use azml_rules::rule_pages;
use azml_rules::secrets::Secret;
use azml_rules::text::{Column, TextRange};
use serde::Serialize;

use super::findings::{Findings, PlacedFinding};
use super::json::write_json;
use crate::output::text::place::line_and_column;
use crate::output::text::sentences::sentences;
use crate::output::text::source::SourceText;
use azml_ide::markdown::message;

#[derive(Serialize)]
struct Output {
    source: RdTool,
    diagnostics: Vec<RdDiagnostic>,
}

#[derive(Serialize)]
struct RdTool {
    name: &'static str,
    url: &'static str,
}

#[derive(Serialize)]
struct RdDiagnostic {
    /// In Markdown, which is what a comment is written in.
    message: String,
    location: RdLocation,
    severity: &'static str,
    code: Code,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggestion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<RelatedLocation>,
}

#[derive(Serialize)]
struct Code {
    value: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

#[derive(Serialize)]
struct RelatedLocation {
    message: String,
    location: RdLocation,
}

#[derive(Serialize)]
struct RdLocation {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Suggestion {
    range: Range,
    text: String,
}

pub(crate) fn write(mut out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    let diagnostics = findings.each().map(|found| finding(findings, &found));
    let output = Output {
        source: RdTool {
            name: env!("CARGO_PKG_NAME"),
            url: env!("CARGO_PKG_REPOSITORY"),
        },
        diagnostics: diagnostics.collect(),
    };
    write_json(&mut out, &output)
}

fn finding(findings: &Findings<'_>, found: &PlacedFinding<'_>) -> RdDiagnostic {
    let Diagnostic {
        rule,
        level,
        range,
        related,
        fixes,
        ..
    } = found.diagnostic;
    let secrets = findings.sources.secrets(&found.file.path);
    let fixes = findings.sources.reported_fixes(&found.file.path, fixes);
    let fixes = fixes.filter(|fix| fix.can_be_made());
    let source = findings.sources.get(&found.file.path);
    let suggestions = fixes.filter_map(|fix| suggestion(source.as_deref()?, &secrets, fix));
    RdDiagnostic {
        message: text(found.diagnostic),
        location: location(findings, &found.file.path, *range),
        severity: severity(*level),
        code: Code {
            value: rule.name,
            url: rule_pages::address(rule),
        },
        suggestions: suggestions.collect(),
        related_locations: related.iter().map(|it| other(findings, it)).collect(),
    }
}

fn text(found: &Diagnostic) -> String {
    let sentences = sentences(found).into_iter();
    let sentences: Vec<String> = sentences.map(|it| message(it).into_string()).collect();
    sentences.join("\n")
}

fn other(findings: &Findings<'_>, related: &Related) -> RelatedLocation {
    RelatedLocation {
        message: message(&related.message).into_string(),
        location: location(findings, &related.path, related.range),
    }
}

fn severity(level: Level) -> &'static str {
    match level {
        Level::Error => "ERROR",
        Level::Warning => "WARNING",
        Level::Info | Level::Hint => "INFO",
    }
}

fn location(findings: &Findings<'_>, key: &str, at: TextRange) -> RdLocation {
    RdLocation {
        path: findings.sources.name(key),
        range: findings.sources.get(key).map(|source| range(&source, at)),
    }
}

fn range(source: &SourceText, range: TextRange) -> Range {
    let position = |offset| {
        let (line, column) = line_and_column(source, offset, Column::Utf8);
        Position { line, column }
    };
    Range {
        start: position(range.start),
        end: position(range.end),
    }
}

/// All edits of `fix` as one, with what stays between them, unless that is a secret. A fix of
/// several files cannot be suggested.
fn suggestion(source: &SourceText, secrets: &[Secret], fix: &Fix) -> Option<Suggestion> {
    if fix.edits.iter().any(|edit| edit.path.is_some()) {
        return None;
    }
    let (first, last) = (fix.edits.first()?.range, fix.edits.last()?.range);
    let whole = TextRange::new(first.start, last.end);
    let is_inside = |secret: &Secret| secret.range.intersects(whole);
    if fix.edits.len() > 1 && secrets.iter().any(is_inside) {
        return None;
    }
    let mut text = String::new();
    let mut end = whole.start;
    for edit in &fix.edits {
        text.push_str(TextRange::new(end, edit.range.start).slice(source.text()));
        text.push_str(&edit.text);
        end = edit.range.end;
    }
    Some(Suggestion {
        range: range(source, whole),
        text,
    })
}
