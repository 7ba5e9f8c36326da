//! The fixes that are made in one round: at most one for each finding.

use std::collections::HashSet;

use azml_rules::diagnostic::Diagnostic;
use azml_rules::fix::{Applicability, Fix};
use azml_rules::rule::Level;

/// The findings to fix.
#[derive(Clone, Copy, Debug)]
pub struct FixChoice {
    /// Minimum applicability of a fix.
    pub lowest: Applicability,
    /// Minimum level of a finding: those that are not shown are not fixed.
    pub least: Level,
    /// The only rule whose findings are fixed. The user has seen one of its fixes: if a finding has
    /// several that may change what runs, none is made.
    pub only: Option<&'static str>,
}

impl FixChoice {
    /// Returns `true` if it includes a fix of `found`.
    pub(crate) fn fixes(self, found: &Diagnostic) -> bool {
        !candidates(std::slice::from_ref(found), self, |_| true).is_empty()
    }
}

/// Identity of a finding, independent of its position.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct FindingKey {
    pub(super) rule: &'static str,
    pub(super) message: String,
}

/// A fix with the finding that it belongs to.
#[derive(Clone, Debug)]
pub(super) struct CandidateFix {
    pub(super) key: FindingKey,
    pub(super) level: Level,
    pub(super) fix: Fix,
}

impl CandidateFix {
    pub(super) fn rule(&self) -> &'static str {
        self.key.rule
    }

    /// Returns `true` if it replaces another text with one of `names`.
    pub(super) fn aims_at_any(&self, names: &HashSet<String>) -> bool {
        let mut edits = self.fix.edits.iter();
        edits.any(|edit| !edit.range.is_empty() && names.contains(&edit.text))
    }
}

/// Returns the best fix of each finding in `found` that has at least the requested applicability
/// and that `matches` accepts.
pub(super) fn candidates(
    found: &[Diagnostic],
    choice: FixChoice,
    matches: impl Fn(&CandidateFix) -> bool,
) -> Vec<CandidateFix> {
    let mut candidates = Vec::new();
    for diagnostic in found.iter().flat_map(Diagnostic::each) {
        if !is_chosen(diagnostic, choice) {
            continue;
        }
        let key = FindingKey {
            rule: diagnostic.rule.name,
            message: diagnostic.message.clone(),
        };
        let usable = diagnostic.fixes.iter().filter(|fix| is_usable(fix, choice));
        let mut usable = usable.map(|fix| CandidateFix {
            key: key.clone(),
            level: diagnostic.level,
            fix: fix.clone(),
        });
        candidates.extend(usable.find(|candidate| matches(candidate)));
    }
    candidates
}

fn is_chosen(found: &Diagnostic, choice: FixChoice) -> bool {
    let is_of_rule = choice.only.is_none_or(|rule| {
        found.rule.name == rule && !(choice.lowest < Applicability::Safe && found.fixes.len() > 1)
    });
    is_of_rule && found.level >= choice.least
}

fn is_usable(fix: &Fix, choice: FixChoice) -> bool {
    fix.applicability >= choice.lowest && fix.stays_in_its_file()
}
