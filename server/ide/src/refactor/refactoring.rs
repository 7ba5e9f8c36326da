//! What a refactoring changes.

use azml_rules::analyze;
use azml_rules::document::Document;
use azml_rules::fix::{Edit, Fix, apply};
use azml_rules::rule::Level;
use azml_rules::workspace::Workspace;

use crate::Site;

/// A file that does not exist yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewFile {
    /// Its absolute path, with `/`.
    pub path: String,
    /// What it holds.
    pub text: String,
}

/// What sort of change it is, as editors group them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefactoringSort {
    /// The same, with a part of it elsewhere.
    Extract,
    /// The same, with a part of another file in its place.
    Inline,
    /// The same work in another way: on another compute, on a schedule.
    Rewrite,
}

/// A change that no finding asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refactoring {
    /// Its sort.
    pub sort: RefactoringSort,
    /// What it does, in the imperative.
    pub title: String,
    /// What changes in the document, by place.
    pub edits: Vec<Edit>,
    /// The files that come with it.
    pub new_files: Vec<NewFile>,
}

impl Refactoring {
    /// Whether nothing of weight is found afterwards that was not found before, in the document and
    /// in the new files: what they copy may be as doubtful as it was, but is never refused.
    pub(crate) fn is_clean(&self, site: &Site<'_>) -> bool {
        self.is_clean_beside(site, &[])
    }

    /// As [`Self::is_clean`], where what is found in the files `copied` may be found here too.
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

/// The rules that find something in the file at `path` which is likely wrong or worse, with its
/// level.
fn serious(workspace: &Workspace, path: &str) -> Vec<(&'static str, Level)> {
    let found = analyze(workspace, path).into_iter();
    let serious = found.filter(|found| found.level >= Level::Warning);
    serious
        .map(|found| (found.rule.name, found.level))
        .collect()
}
