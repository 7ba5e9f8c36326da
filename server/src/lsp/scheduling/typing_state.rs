//! Diagnostics of an open document, held back while the author still types: half of a key is not a
//! mistake yet.

use std::iter::repeat;
use std::sync::Arc;
use std::time::Duration;

use azml_rules::diagnostic::Diagnostic as Finding;
use tower_lsp::lsp_types::Diagnostic;

use azml_ide::diagnostics::writing::Wait;

/// Time without an edit after which all diagnostics are shown.
pub(crate) const REST: Duration = Duration::from_secs(1);

/// Activity of the author at the position of the last edit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Pace {
    /// Writes.
    Writing,
    /// Has written nothing for a moment.
    Resting,
    /// Has gone on to something else, or saved it.
    Gone,
}

/// A diagnostic with what its showing waits for.
#[derive(Clone, Debug)]
pub(crate) struct PacedDiagnostic {
    pub(crate) diagnostic: Diagnostic,
    pub(crate) wait: Option<Wait>,
    /// The folder is not read yet, and may say otherwise.
    pub(crate) is_provisional: bool,
}

impl PacedDiagnostic {
    /// Returns `true` if it is shown in this typing state.
    fn is_due(&self, pace: Pace) -> bool {
        match self.wait {
            _ if self.is_provisional => false,
            None => true,
            Some(Wait::Moment) => pace >= Pace::Resting,
            Some(Wait::Leaving) => pace >= Pace::Gone,
        }
    }
}

/// Diagnostics of a document with the typing state from which each is shown.
#[derive(Clone, Default)]
pub(crate) struct TypedDiagnostics {
    /// In the client's words.
    pub(crate) diagnostics: Vec<PacedDiagnostic>,
    /// The same in ours, with the repairs; nothing for a configuration file.
    pub(crate) findings: Arc<Vec<Finding>>,
}

impl TypedDiagnostics {
    /// Returns the diagnostics to show at `pace`.
    pub(crate) fn due(&self, pace: Pace) -> Vec<Diagnostic> {
        let due = self.diagnostics.iter().filter(|one| one.is_due(pace));
        due.map(|one| one.diagnostic.clone()).collect()
    }

    /// Returns `true` if more is shown at `later` than at `now`.
    pub(crate) fn is_more_due(&self, now: Pace, later: Pace) -> bool {
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
        let all = pairs.filter(|(one, _)| one.is_due(Pace::Gone));
        all.map(|(one, finding)| (&one.diagnostic, finding))
    }
}
