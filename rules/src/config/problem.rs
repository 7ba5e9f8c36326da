//! Problems in `azml.yaml` itself.

use crate::text::TextRange;

/// An entry of `azml.yaml` that is not understood. The rest of the file is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigProblem {
    /// Range of the entry.
    pub range: TextRange,
    /// The message.
    pub message: String,
    /// The fix, in the imperative.
    pub help: Option<String>,
}

impl ConfigProblem {
    pub(super) fn new(range: TextRange, message: String) -> Self {
        Self {
            range,
            message,
            help: None,
        }
    }
}
