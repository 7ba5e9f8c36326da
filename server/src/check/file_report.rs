//! The findings of one file.

use std::sync::Arc;

use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Kind;
use azml_rules::fix::Applicability;

/// The findings of one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// Its key.
    pub path: Arc<str>,
    /// Kind of the document; `None` for a file of another tool that runs `az ml`, and has findings.
    pub kind: Option<Kind>,
    /// The findings, by place.
    pub found: Vec<Diagnostic>,
}

/// Returns the applicability of the best fix of `found` that stays in its file.
pub(crate) fn best_fix(found: &Diagnostic) -> Option<Applicability> {
    let fixes = found.fixes.iter().filter(|fix| fix.stays_in_its_file());
    fixes.map(|fix| fix.applicability).max()
}
