//! Fixes of any files: each can be undone, none breaks its file, and the loop of `--fix` settles.

use std::sync::Arc;

use azml_ls::check::{FixChoice, fix};
use azml_ls::loading::Loaded;
use azml_ls::sandbox::Severity;
use azml_rules::analyze;
use azml_rules::fix::Applicability;
use azml_rules::rule::Level;
use azml_rules::syntax::parse;
use azml_rules::workspace::Workspace;

use super::{Folder, edits};

pub(super) fn check(bytes: &[u8]) {
    let Some(text) = super::folder::text(bytes) else {
        return;
    };
    hold(&Folder::read(&text).workspace());
}

/// Checks the fixes of each file of `workspace`.
pub(super) fn hold(workspace: &Workspace) {
    for document in workspace.documents() {
        for finding in analyze(workspace, document.path()) {
            for fix in finding.fixes {
                if fix.edits.iter().all(|edit| edit.path.is_none()) {
                    edits::made(document.text(), &fix.edits);
                }
            }
        }
    }
    for lowest in [Applicability::Safe, Applicability::Unsafe] {
        settles(workspace, lowest);
    }
}

fn settles(workspace: &Workspace, lowest: Applicability) {
    let choice = FixChoice {
        lowest,
        least: Level::Hint,
        only: None,
    };
    let mut loaded = Loaded {
        workspace: workspace.clone(),
        requested: workspace.paths().map(Arc::from).collect(),
        ..Loaded::default()
    };
    let fixed = fix(&mut loaded, choice);
    // What was left out is a warning: the rest is done.
    let failed = fixed
        .problems
        .iter()
        .find(|problem| problem.severity == Severity::Error);
    assert!(failed.is_none(), "{failed:?}");
    for file in &fixed.files {
        let errors = |text: &str| parse(text).errors().len();
        assert!(
            errors(&file.after) <= errors(&file.before),
            "{lowest:?} broke {:?}: {:?}",
            file.before,
            file.after
        );
    }
    let again = fix(&mut loaded, choice);
    assert!(again.files.is_empty(), "{lowest:?}: {:?}", again.files);
}
