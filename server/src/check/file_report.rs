//! The findings of one file.

use std::sync::Arc;

use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Kind;
use azml_rules::fix::Applicability;

/// What was found in one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// Its key.
    pub path: Arc<str>,
    /// What it describes; `None` for a file of others that runs `az ml`, and has findings.
    pub kind: Option<Kind>,
    /// The findings, by place.
    pub found: Vec<Diagnostic>,
}

/// How far the best repair of `found` that can be made here can be trusted.
pub(crate) fn best_repair(found: &Diagnostic) -> Option<Applicability> {
    let fixes = found.fixes.iter().filter(|fix| fix.stays_in_its_file());
    fixes.map(|fix| fix.applicability).max()
}
