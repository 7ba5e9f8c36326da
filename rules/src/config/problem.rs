//! What is said about `azml.yaml` itself.

use crate::text::TextRange;

/// Something in `azml.yaml` that is not understood. The rest of the file still counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigProblem {
    /// Where.
    pub range: TextRange,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
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
