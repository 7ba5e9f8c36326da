//! Problems of files other than findings: configuration, reading, and writing.

use std::path::{Path, PathBuf};

use azml_rules::text::{Column, LineIndex, TextRange};

/// Effect of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Everything was done, but the user should know.
    Warning,
    /// Something could not be done.
    Error,
}

/// A place in a file that is not a document: configuration, inventory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProblemPlace {
    /// Bytes.
    pub range: TextRange,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl ProblemPlace {
    /// The place of `range` in `text`.
    pub fn new(text: &str, range: TextRange) -> Self {
        let at = LineIndex::new(text).position(text, range.start, Column::Utf32);
        Self {
            range,
            line: at.line + 1,
            column: at.column + 1,
        }
    }
}

/// One problem with one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileProblem {
    /// Effect on the work.
    pub severity: Severity,
    /// The file.
    pub path: PathBuf,
    /// Position in the file.
    pub place: Option<ProblemPlace>,
    /// Description of the problem.
    pub message: String,
    /// The next step.
    pub help: Option<String>,
}

impl FileProblem {
    /// Something that could not be done.
    pub fn error(path: &Path, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            severity: Severity::Error,
            path: path.to_owned(),
            place: None,
            message,
            help: None,
        }
    }

    /// Something the user should know.
    pub fn warning(path: &Path, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(path, message)
        }
    }

    /// With its place.
    #[must_use]
    pub fn at(self, text: &str, range: TextRange) -> Self {
        Self {
            place: Some(ProblemPlace::new(text, range)),
            ..self
        }
    }

    /// With the next step.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}
