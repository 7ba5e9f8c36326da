//! Looks for the fixes that do harm: what the findings are after some of them.

use std::collections::HashMap;
use std::sync::Arc;

use azml_rules::Analysis;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::{Certainty, Document};
use azml_rules::fix::apply_each;
use azml_rules::rule::{Level, RuleMark};
use azml_rules::workspace::Workspace;

use super::candidate_fix::{CandidateFix, FindingKey};
use crate::guarded::guarded;

/// Maximum number of analyses of a file to find harmful fixes. Fixes that were not checked by then
/// are left out.
const MAX_LOOKS: usize = 40;

/// `document` with `candidates`, and which of them went in; `None` where that is less of a document.
pub(super) fn attempt(
    document: &Document,
    candidates: &[CandidateFix],
) -> Option<(Arc<Document>, Vec<usize>)> {
    let applied = apply_each(
        document.text(),
        candidates.iter().map(|candidate| &candidate.fix),
    );
    let after = guarded(|| Document::new(document.shared_path(), applied.text)).ok()?;
    let more_errors = after.tree().errors().len() > document.tree().errors().len();
    // A script has no kind, and a file that only a command sends gets it in the workspace.
    let is_of_command = document.certainty() == Some(Certainty::Command);
    let keeps_kind = is_of_command || after.kind().is_some() == document.kind().is_some();
    let is_sound = !more_errors && keeps_kind;
    is_sound.then(|| (Arc::new(after), applied.fixes))
}

/// Number of findings by kind.
#[derive(Clone, Default)]
pub(super) struct FindingCounts {
    errors: usize,
    hidden_errors: usize,
    counts: HashMap<FindingKey, usize>,
}

impl FindingCounts {
    pub(super) fn of(analysis: &Analysis) -> Self {
        let mut tally = Self {
            hidden_errors: analysis.hidden_errors(),
            ..Self::default()
        };
        for diagnostic in analysis.found.iter().flat_map(Diagnostic::each) {
            let rule = diagnostic.rule.name;
            // A fix may leave a placeholder for a person to fill in.
            let is_placeholder = diagnostic.rule.is(RuleMark::Placeholder);
            if diagnostic.level == Level::Error && !is_placeholder {
                tally.errors += 1;
            }
            let message = diagnostic.message.clone();
            *tally
                .counts
                .entry(FindingKey { rule, message })
                .or_default() += 1;
        }
        tally
    }

    /// Returns `true` if `candidates` removed their findings: `before` had as many more. Fixes of one
    /// mistake may replace errors with others; those of several must not hide failures of each other.
    pub(super) fn confirms(&self, before: &Self, candidates: &[CandidateFix]) -> bool {
        let fixed = candidates
            .iter()
            .filter(|candidate| candidate.level == Level::Error);
        let are_alike = candidates.windows(2).all(|two| two[0].key == two[1].key);
        let expected = if are_alike { 0 } else { fixed.count() };
        let is_less = |after: usize, before: usize| after + expected <= before.max(expected);
        let whole = |tally: &Self| tally.errors + tally.hidden_errors;
        // What was hidden by a finding may show now.
        if !is_less(self.errors, before.errors) && !is_less(whole(self), whole(before)) {
            return false;
        }
        let mut fixed: HashMap<&FindingKey, usize> = HashMap::new();
        for candidate in candidates {
            *fixed.entry(&candidate.key).or_default() += 1;
        }
        fixed
            .into_iter()
            .all(|(key, count)| self.count(key) + count <= before.count(key))
    }

    pub(super) fn count(&self, key: &FindingKey) -> usize {
        self.counts.get(key).copied().unwrap_or(0)
    }
}

/// Result of checking fixes.
#[derive(Default)]
pub(super) struct FixCheckResult {
    /// The fixes that do no harm.
    pub(super) accepted: Vec<CandidateFix>,
    /// The document with them, if there are any.
    pub(super) document: Option<Arc<Document>>,
    /// Findings whose fix is harmful.
    pub(super) refused: Vec<FindingKey>,
}

/// Tries fixes of one document, on a copy of the workspace.
pub(super) struct FixCheck<'l> {
    look: &'l dyn Fn(&Workspace) -> Option<Analysis>,
    workspace: Workspace,
    document: Arc<Document>,
    looks: usize,
    /// Findings after the fixes accepted so far.
    tally: FindingCounts,
    outcome: FixCheckResult,
}

impl<'l> FixCheck<'l> {
    pub(super) fn new(
        workspace: &Workspace,
        document: &Arc<Document>,
        look: &'l dyn Fn(&Workspace) -> Option<Analysis>,
    ) -> Self {
        let mut workspace = workspace.clone();
        workspace.insert(document.clone());
        let found = look(&workspace).unwrap_or_default();
        Self {
            look,
            tally: FindingCounts::of(&found),
            workspace,
            document: document.clone(),
            looks: 0,
            outcome: FixCheckResult::default(),
        }
    }

    /// Sorts out those of `candidates` that do harm.
    pub(super) fn run(mut self, mut candidates: Vec<CandidateFix>) -> FixCheckResult {
        candidates.sort_by(|a, b| a.key.cmp(&b.key));
        self.narrow(&candidates);
        self.outcome
    }

    /// Accepts `candidates` if they do no harm together; otherwise checks each half.
    fn narrow(&mut self, candidates: &[CandidateFix]) {
        if candidates.is_empty() || self.keeps(candidates) {
            return;
        }
        if candidates.len() == 1 || self.looks >= MAX_LOOKS {
            let keys = candidates.iter().map(|candidate| candidate.key.clone());
            self.outcome.refused.extend(keys);
            return;
        }
        let (first, second) = candidates.split_at(candidates.len() / 2);
        self.narrow(first);
        self.narrow(second);
    }

    fn keeps(&mut self, candidates: &[CandidateFix]) -> bool {
        if self.looks >= MAX_LOOKS {
            return false;
        }
        self.looks += 1;
        let all = [self.outcome.accepted.as_slice(), candidates].concat();
        let Some((document, applied)) = attempt(&self.document, &all) else {
            return false;
        };
        self.workspace.insert(document.clone());
        let Some(found) = (self.look)(&self.workspace) else {
            return false;
        };
        let tally = FindingCounts::of(&found);
        let accepted = self.outcome.accepted.len();
        let new = applied.into_iter().filter(|index| *index >= accepted);
        let new: Vec<CandidateFix> = new.map(|index| all[index].clone()).collect();
        if !tally.confirms(&self.tally, &new) {
            return false;
        }
        self.outcome.accepted.extend(new);
        self.outcome.document = Some(document);
        self.tally = tally;
        true
    }
}
