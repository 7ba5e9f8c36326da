//! Changes that no finding asks for: code actions on what is no mistake.
//!
//! What must stay true: a part that moves means the same afterwards, and comments stay; work that is
//! to run elsewhere or at other times stays as it is otherwise; nothing new is found afterwards at
//! the level of a warning or above. Where that is not certain, nothing is offered.

mod as_step;
mod component;
mod default_compute;
mod inline;
mod moved;
mod new_file;
mod refactoring;
mod run_on;
mod schedule;
mod script_inputs;
mod targets;

use azml_rules::document::Kind;
use azml_rules::text::TextRange;

use super::Site;
pub use refactoring::{NewFile, Refactoring, RefactoringSort};

/// Keys at the top with which a file introduces itself.
const INTRODUCTION: [&str; 5] = ["$schema", "type", "name", "display_name", "experiment_name"];

/// What can be rewritten where the selection `at` begins.
#[must_use]
pub fn refactorings(site: &Site<'_>, at: TextRange) -> Vec<Refactoring> {
    // In a broken file nobody knows what an edit would do.
    if !site.document.tree().errors().is_empty() || !site.document.template_markers().is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    if matches!(
        site.document.kind(),
        Some(Kind::JobPipeline | Kind::ComponentPipeline)
    ) {
        found.extend(default_compute::extract(site, at.start));
        found.extend(component::extract(site, at.start));
    }
    let mut changes = run_on::offers(site, at.start);
    changes.extend(script_inputs::offers(site, at.start));
    if is_introduction(site, at.start) {
        changes.extend(schedule::offer(site));
        changes.extend(as_step::offer(site));
    }
    found.extend(inline::offer(site, at.start));
    found.extend(changes.into_iter().filter(|change| change.is_clean(site)));
    found
}

/// Whether the cursor is where the file says what it is.
fn is_introduction(site: &Site<'_>, cursor: u32) -> bool {
    let root = site.document.root();
    let entries = INTRODUCTION.iter().filter_map(|key| root?.entry(key));
    let kind = site.document.kind();
    kind.is_some_and(|kind| kind.is_job() || kind.is_component())
        && entries
            .into_iter()
            .any(|entry| entry.range().touches(cursor))
}
