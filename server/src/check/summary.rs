//! Counts of the findings of a check, including those that are written already.

use azml_rules::fix::Applicability;
use azml_rules::rule::Level;

use super::file_report::{FileReport, best_fix};

/// Counts of files and findings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckSummary {
    /// The files of a report.
    pub files: usize,
    /// Those that are Azure ML's.
    pub checked: usize,
    /// Those with findings.
    pub with_findings: usize,
    by_level: [usize; Level::ALL.len()],
    safe: usize,
    with_unsafe: usize,
    worst: Option<Level>,
}

impl CheckSummary {
    pub(super) fn add(&mut self, file: &FileReport) {
        self.files += 1;
        self.checked += usize::from(file.kind.is_some());
        self.with_findings += usize::from(!file.found.is_empty());
        for found in &file.found {
            self.worst = self.worst.max(Some(found.level));
            for found in found.each() {
                self.by_level[place_of(found.level)] += 1;
                match best_fix(found) {
                    Some(Applicability::Safe) => self.safe += 1,
                    Some(Applicability::Unsafe) => self.with_unsafe += 1,
                    Some(Applicability::Display) | None => {}
                }
            }
        }
    }

    /// Returns the number of findings of `level`.
    pub fn count(&self, level: Level) -> usize {
        self.by_level[place_of(level)]
    }

    /// Returns the number of findings with a safe fix.
    pub fn safe_fixes(&self) -> usize {
        self.safe
    }

    /// Returns the number of findings with only a fix that may change what runs.
    pub fn unsafe_fixes(&self) -> usize {
        self.with_unsafe
    }

    /// Returns `true` if a finding is at least as severe as `level`.
    pub fn reaches(&self, level: Level) -> bool {
        self.worst >= Some(level)
    }
}

fn place_of(level: Level) -> usize {
    let place = Level::ALL.iter().position(|it| *it == level);
    place.unwrap_or_default()
}

/// Result of comparing a report with a baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// Number of known findings that were removed.
    pub known: usize,
    /// Number of known findings that are gone.
    pub gone: usize,
}
