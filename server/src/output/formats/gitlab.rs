//! The [code quality report] of GitLab. It compares the fingerprints of two reports, so each finding
//! has one of its own that stays when lines move.
//!
//! [code quality report]: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format

use std::io::{Result, Write};

use azml_rules::rule::Level;
use serde::Serialize;

use super::findings::{Findings, PlacedFinding};
use super::json::write_json;
use crate::output::text::sentences::sentences;

#[derive(Serialize)]
struct Violation {
    description: String,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: GitlabLocation,
}

#[derive(Serialize)]
struct GitlabLocation {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
}

pub(crate) fn write(mut out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    let mut each = findings.each();
    let mut violations = Vec::new();
    for file in &findings.report.files {
        let path = findings.in_repository(&file.path);
        let path = path.trim_start_matches("./");
        // Two files may have the same finding, so the path counts.
        let digests = findings.digests(file, path).into_iter();
        violations.extend(digests.zip(&mut each).map(|it| violation(path, it)));
    }
    write_json(&mut out, &violations)
}

fn violation(path: &str, (fingerprint, found): (String, PlacedFinding<'_>)) -> Violation {
    Violation {
        description: sentences(found.diagnostic).join(" "),
        check_name: found.diagnostic.rule.name,
        fingerprint,
        severity: severity(found.diagnostic.level),
        location: GitlabLocation {
            path: path.to_owned(),
            lines: Lines {
                begin: found.place.start.line.max(1),
            },
        },
    }
}

fn severity(level: Level) -> &'static str {
    match level {
        Level::Error => "critical",
        Level::Warning => "major",
        Level::Info => "minor",
        Level::Hint => "info",
    }
}
