//! Rewriting what is no mistake: code actions without a finding.
//!
//! What must stay true: the file means the same afterwards, comments stay, and nothing new is found
//! in it. Where that is not certain, nothing is offered.

mod component;
mod default_compute;
mod moved;
mod refactoring;

use azml_rules::document::Kind;
use azml_rules::text::TextRange;

use super::Site;
pub use refactoring::{NewFile, Refactoring};

/// What can be rewritten where the selection `at` begins.
#[must_use]
pub fn refactorings(site: &Site<'_>, at: TextRange) -> Vec<Refactoring> {
    // In a broken file nobody knows what an edit would do.
    if !site.document.tree().errors().is_empty() || !site.document.template_markers().is_empty() {
        return Vec::new();
    }
    if !matches!(
        site.document.kind(),
        Some(Kind::JobPipeline | Kind::ComponentPipeline)
    ) {
        return Vec::new();
    }
    let found = [
        default_compute::extract(site, at.start),
        component::extract(site, at.start),
    ];
    found.into_iter().flatten().collect()
}
