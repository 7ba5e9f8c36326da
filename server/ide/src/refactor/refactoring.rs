//! The edits and new files of a refactoring.

use azml_rules::analyze;
use azml_rules::document::Document;
use azml_rules::fix::{Edit, Fix, apply};
use azml_rules::rule::Level;
use azml_rules::workspace::Workspace;

use crate::Site;

/// A file to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewFile {
    /// Its absolute path, with `/`.
    pub path: String,
    /// Its content.
    pub text: String,
}

/// The type of a refactoring, as LSP groups them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefactoringSort {
    /// Moves a part to another place.
    Extract,
    /// Moves a part of another file here.
    Inline,
    /// Changes how the work runs: another compute, a schedule.
    Rewrite,
}

/// A code action that does not belong to a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refactoring {
    /// Its type.
    pub sort: RefactoringSort,
    /// Its title, in the imperative.
    pub title: String,
    /// The edits of the document, by position.
    pub edits: Vec<Edit>,
    /// The files to create.
    pub new_files: Vec<NewFile>,
}

impl Refactoring {
    /// Returns `true` if there is no new finding that is serious, in the document and in
    /// the new files: they may inherit the warnings of the copied text, but never an error.
    pub(crate) fn is_clean(&self, site: &Site<'_>) -> bool {
        self.is_clean_beside(site, &[])
    }

    /// Like [`Self::is_clean`], if findings of the files `copied` are allowed here too.
    pub(crate) fn is_clean_beside(&self, site: &Site<'_>, copied: &[&str]) -> bool {
        let path = site.document.path();
        let mut after = site.workspace.clone();
        if !self.edits.is_empty() {
            let fix = Fix::unsafe_("", self.edits.clone());
            let (text, count) = apply(site.document.text(), [&fix]);
            if count == 0 {
                return false;
            }
            after.insert(Document::new(path, text));
        }
        for file in &self.new_files {
            after.insert(Document::new(file.path.as_str(), file.text.as_str()));
        }
        let mut old = serious(site.workspace, path);
        for copied in copied {
            old.extend(serious(site.workspace, copied));
        }
        let is_known = |found: &(&str, Level)| old.iter().any(|(rule, _)| *rule == found.0);
        let are_new_files_clean = self.new_files.iter().all(|file| {
            let found = serious(&after, &file.path);
            found
                .iter()
                .all(|found| found.1 < Level::Error && is_known(found))
        });
        let mut new = serious(&after, path);
        for found in &old {
            if let Some(at) = new.iter().position(|other| other == found) {
                new.swap_remove(at);
            }
        }
        new.is_empty() && are_new_files_clean
    }
}

/// Returns the rules that report a warning or worse in the file at `path`, with the
/// levels.
fn serious(workspace: &Workspace, path: &str) -> Vec<(&'static str, Level)> {
    let found = analyze(workspace, path).into_iter();
    let serious = found.filter(|found| found.level >= Level::Warning);
    serious
        .map(|found| (found.rule.name, found.level))
        .collect()
}
