//! What a refactoring changes.

use azml_rules::fix::Edit;

/// A file that does not exist yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewFile {
    /// Its absolute path, with `/`.
    pub path: String,
    /// What it holds.
    pub text: String,
}

/// A way to write the same in another way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refactoring {
    /// What it does, in the imperative.
    pub title: String,
    /// What changes in the document, by place.
    pub edits: Vec<Edit>,
    /// The files that come with it.
    pub new_files: Vec<NewFile>,
}
