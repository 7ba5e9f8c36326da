//! Parts of a snapshot that cannot be read.

use crate::text::TextRange;

/// A part of a snapshot that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SnapshotProblem {
    /// Name of the file in the folder.
    pub file: &'static str,
    /// Range of the part.
    pub range: TextRange,
    /// The message.
    pub message: String,
    /// The next step.
    pub help: &'static str,
}

impl SnapshotProblem {
    pub(super) fn new(file: &'static str, range: TextRange, message: impl Into<String>) -> Self {
        Self {
            file,
            range,
            message: message.into(),
            help: "save the snapshot again with `azml-ls --refresh`",
        }
    }

    pub(super) fn newer_format(file: &'static str, range: TextRange) -> Self {
        let message = "this snapshot has a newer format, so it is not used";
        Self {
            help: "update azml-ls",
            ..Self::new(file, range, message)
        }
    }
}
