//! What a reader is told where text is not YAML.

use granit_parser::{ErrorKind, ScanError};

use crate::text::TextRange;

/// One place that is not YAML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// What to mark; never empty unless the text is.
    pub range: TextRange,
    /// What is wrong, as the headline of a diagnostic.
    pub message: String,
    /// What to write instead, where it is plain.
    pub help: Option<String>,
    /// Where the thing began that is not finished, with a word on it.
    pub opened: Option<(TextRange, String)>,
}

impl SyntaxError {
    pub(super) fn from_scan(error: &ScanError, text: &str) -> Self {
        let at = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
        let message = match error.kind() {
            ErrorKind::UnclosedQuotedScalar => "this quote is never closed".to_owned(),
            kind => kind.to_string(),
        };
        Self { range: TextRange::from(at..at), message, help: None, opened: None }
    }
}
