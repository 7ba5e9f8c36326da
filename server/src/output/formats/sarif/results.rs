//! The findings.

use std::collections::BTreeMap;

use azml_rules::diagnostic::{Diagnostic, Related};
use azml_rules::rule::Level;
use azml_rules::secrets::Secret;

use super::fixes::sarif_fixes;
use super::model::{SarifLocation, SarifMessage, SarifResult};
use super::places::Places;
use super::rules::{RulesThatReported, level};
use crate::check::FileReport;
use crate::output::formats::findings::Findings;
use crate::output::text::sentences::sentences;
use azml_rules::text::printable::printable;

/// The name of our fingerprints. Their number changes when they do.
const FINGERPRINT: &str = "azmlFinding/v1";

/// Most results of a run: GitHub [refuses] files with more.
///
/// [refuses]: https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
const MOST: usize = 25_000;

/// Returns the number of findings that [`results`] leaves out.
pub(crate) fn left_out(findings: &Findings<'_>) -> usize {
    let files = findings.report.files.iter();
    let all: usize = files.map(|file| file.found.len()).sum();
    all.saturating_sub(MOST)
}

/// Most results of each level, if the severe ones come first.
fn most_of_levels(findings: &Findings<'_>) -> BTreeMap<Level, usize> {
    let mut left = MOST;
    let most = Level::ALL.map(|level| {
        let files = findings.report.files.iter();
        let found = files.flat_map(|file| &file.found);
        let most = found.filter(|it| it.level == level).count().min(left);
        left -= most;
        (level, most)
    });
    most.into()
}

pub(crate) fn results(
    findings: &Findings<'_>,
    places: &Places<'_>,
    rules: &RulesThatReported,
) -> Vec<SarifResult> {
    let indexes = rules.indexes();
    let mut most = most_of_levels(findings);
    let mut results = Vec::new();
    for file in &findings.report.files {
        let secrets = findings.sources.secrets(&file.path);
        // A finding is the same one in a file that was renamed: the path is no part of it.
        let digests = findings.digests(file, "");
        for (found, digest) in file.found.iter().zip(digests) {
            match most.get_mut(&found.level) {
                Some(left @ 1..) => *left -= 1,
                _ => continue,
            }
            results.push(SarifResult {
                rule_id: found.rule.name,
                rule_index: indexes[found.rule.name],
                level: level(found.level),
                message: message(found),
                locations: [location(places, file, found, &secrets)],
                related_locations: related(places, &found.related),
                partial_fingerprints: BTreeMap::from([(FINGERPRINT, digest)]),
                fixes: sarif_fixes(
                    places,
                    &file.path,
                    findings.sources.reported_fixes(&file.path, &found.fixes),
                ),
            });
        }
    }
    results
}

fn location(
    places: &Places<'_>,
    file: &FileReport,
    found: &Diagnostic,
    secrets: &[Secret],
) -> SarifLocation {
    if secrets
        .iter()
        .any(|secret| secret.range.intersects(found.range))
    {
        places.location(&file.path, found.range)
    } else {
        places.location_with_text(&file.path, found.range)
    }
}

fn related(places: &Places<'_>, related: &[Related]) -> Vec<SarifLocation> {
    let locations = related
        .iter()
        .zip(1..)
        .map(|(related, number)| SarifLocation {
            id: Some(number),
            message: Some(SarifMessage::new(without_links(&printable(
                &related.message,
            )))),
            ..places.location(&related.path, related.range)
        });
    locations.collect()
}

/// Whole sentences: GitHub shows the first one alone where there is little room. It shows a related
/// place only where the message links to it.
fn message(found: &Diagnostic) -> SarifMessage {
    let mut text = without_links(&sentences(found).join(" "));
    for (related, number) in found.related.iter().zip(1..) {
        let label = with_brackets_escaped(&printable(&related.message));
        text.push_str(&format!(" See [{label}]({number})."));
    }
    SarifMessage::new(text)
}

/// `[text](address)` is a link in a message. What a file says is none.
fn without_links(text: &str) -> String {
    if text.contains("](") {
        with_brackets_escaped(text)
    } else {
        text.to_owned()
    }
}

fn with_brackets_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
