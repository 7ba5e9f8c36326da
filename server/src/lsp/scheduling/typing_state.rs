//! Diagnostics of an open document, held back while the author still types: half of a key is not a
//! mistake yet.

use std::iter::repeat;
use std::sync::Arc;

use azml_rules::diagnostic::Diagnostic as Finding;
use tower_lsp::lsp_types::Diagnostic;

use azml_ide::diagnostics::writing::Wait;

/// Activity of the author at the place that was changed last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum TypingState {
    /// Writes.
    Typing,
    /// Has written nothing for a moment.
    Idle,
    /// Has gone on to something else, or saved it.
    Left,
}

/// A diagnostic with what its showing waits for.
#[derive(Clone, Debug)]
pub(crate) struct PendingDiagnostic {
    pub(crate) diagnostic: Diagnostic,
    pub(crate) wait: Option<Wait>,
    /// The folder is not read yet, and may say otherwise.
    pub(crate) is_provisional: bool,
}

impl PendingDiagnostic {
    /// Returns `true` if it is shown in this state.
    fn is_due(&self, typing_state: TypingState) -> bool {
        match self.wait {
            _ if self.is_provisional => false,
            None => true,
            Some(Wait::Moment) => typing_state >= TypingState::Idle,
            Some(Wait::Leaving) => typing_state >= TypingState::Left,
        }
    }
}

/// Diagnostics of a document with the typing state from which each is shown.
#[derive(Clone, Default)]
pub(crate) struct TypedDiagnostics {
    /// In the client's words.
    pub(crate) diagnostics: Vec<PendingDiagnostic>,
    /// The same as findings, with their fixes; nothing for a configuration file.
    pub(crate) findings: Arc<Vec<Finding>>,
}

impl TypedDiagnostics {
    /// Returns the diagnostics that are shown in `typing_state`.
    pub(crate) fn due(&self, typing_state: TypingState) -> Vec<Diagnostic> {
        let due = self
            .diagnostics
            .iter()
            .filter(|one| one.is_due(typing_state));
        due.map(|one| one.diagnostic.clone()).collect()
    }

    /// Returns `true` if more is shown in the state `later` than in `now`.
    pub(crate) fn is_more_due(&self, now: TypingState, later: TypingState) -> bool {
        let mut diagnostics = self.diagnostics.iter();
        diagnostics.any(|one| one.is_due(later) && !one.is_due(now))
    }

    /// The folder is read and says what was expected. Returns whether something waited for that.
    pub(crate) fn settle(&mut self) -> bool {
        let provisional = self.diagnostics.iter_mut().filter(|one| one.is_provisional);
        provisional.map(|one| one.is_provisional = false).count() > 0
    }

    /// All of it in the client's words, each with ours; `None` in a configuration file.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Diagnostic, Option<&Finding>)> {
        let findings = self.findings.iter().map(Some);
        let pairs = self.diagnostics.iter().zip(findings.chain(repeat(None)));
        let all = pairs.filter(|(one, _)| one.is_due(TypingState::Left));
        all.map(|(one, finding)| (&one.diagnostic, finding))
    }
}
