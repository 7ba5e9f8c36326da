//! State of the strict parser when it stopped.

use granit_parser::ErrorKind;

use crate::syntax::lines::end_of;
use crate::syntax::parse::event::Failure;
use crate::text::TextRange;

/// Position of the strict parser in a text.
pub(crate) struct ParserState<'a> {
    /// The parsed text.
    pub(crate) text: &'a str,
    /// End of the last token that was read without an error.
    pub(crate) last: u32,
    /// Start of the outermost open bracket.
    pub(crate) open_flow: Option<u32>,
}

impl ParserState<'_> {
    /// Returns the quote or bracket that may be unclosed.
    pub(crate) fn opener(&self, failure: &Failure) -> Option<u32> {
        match failure.kind {
            ErrorKind::UnclosedFlowCollection { .. }
            | ErrorKind::MismatchedFlowCollectionEnd { .. } => {
                Some(self.open_flow.unwrap_or(failure.at))
            }
            ErrorKind::UnclosedQuotedScalar
            | ErrorKind::InvalidQuotedScalarIndent
            | ErrorKind::DocumentIndicatorInQuotedScalar
            | ErrorKind::InvalidTrailingDoubleQuotedScalar
            | ErrorKind::InvalidTrailingSingleQuotedScalar => {
                self.quote(failure.at).or(self.open_flow)
            }
            _ => self.open_flow,
        }
    }

    /// Returns the first quote after the last token, outside comments, up to and including the
    /// character at `to`.
    pub(super) fn quote(&self, to: u32) -> Option<u32> {
        let gap = TextRange::new(self.last, end_of(self.text).min(to + 1)).slice(self.text);
        let mut comment = false;
        let mut before = ' ';
        for (at, c) in gap.char_indices() {
            match c {
                '\n' | '\r' => comment = false,
                '#' if before.is_whitespace() => comment = true,
                '"' | '\'' if !comment => return Some(self.last + u32::try_from(at).unwrap_or(0)),
                _ => {}
            }
            before = c;
        }
        None
    }
}
