//! What a reader is told where text is not YAML.

use granit_parser::ErrorKind;

use super::event::Failure;
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

/// Where the strict parser was when it stopped.
pub(super) struct Context<'a> {
    /// What it read.
    pub(super) text: &'a str,
    /// The end of the last token it understood.
    pub(super) last: u32,
    /// The outermost bracket that is open.
    pub(super) open_flow: Option<u32>,
}

impl Context<'_> {
    /// The quote or bracket that may have swallowed what follows.
    pub(super) fn opener(&self, failure: &Failure) -> Option<u32> {
        match failure.kind {
            ErrorKind::UnclosedFlowCollection { .. } | ErrorKind::MismatchedFlowCollectionEnd { .. } => {
                Some(self.open_flow.unwrap_or(failure.at))
            }
            ErrorKind::UnclosedQuotedScalar
            | ErrorKind::InvalidQuotedScalarIndent
            | ErrorKind::DocumentIndicatorInQuotedScalar
            | ErrorKind::InvalidTrailingDoubleQuotedScalar
            | ErrorKind::InvalidTrailingSingleQuotedScalar => self.quote(failure.at).or(self.open_flow),
            _ => self.open_flow,
        }
    }

    /// The first quote behind the last token.
    fn quote(&self, to: u32) -> Option<u32> {
        let gap = TextRange::new(self.last, to).slice(self.text);
        let at = gap.find(['"', '\''])?;
        Some(self.last + u32::try_from(at).unwrap_or(0))
    }
}

impl SyntaxError {
    pub(super) fn new(failure: &Failure, context: &Context<'_>) -> Self {
        let message = failure.kind.to_string();
        let range = widen(context.text, TextRange::empty(failure.at));
        Self { range, message, help: None, opened: None }
    }
}

/// `range`, or where it is empty the character at its place, or the one before.
pub(super) fn widen(text: &str, range: TextRange) -> TextRange {
    if !range.is_empty() {
        return range;
    }
    let at = range.start as usize;
    let width = |c: char| u32::try_from(c.len_utf8()).unwrap_or(1);
    if let Some(next) = text.get(at..).and_then(|rest| rest.chars().next()).filter(|c| !matches!(c, '\n' | '\r')) {
        return TextRange::new(range.start, range.start + width(next));
    }
    let before = text.get(..at).unwrap_or("").trim_end();
    let Some(last) = before.chars().next_back() else { return range };
    let end = u32::try_from(before.len()).unwrap_or(range.start);
    TextRange::new(end - width(last), end)
}
