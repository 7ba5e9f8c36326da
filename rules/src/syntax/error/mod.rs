//! What a reader is told where text is not YAML.

mod describe;
mod layout;
mod odd;

use granit_parser::ErrorKind;

use super::event::Failure;
use super::lines::{Lines, end_of};
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
    /// Puts words to what stopped the strict parser.
    pub(super) fn new(failure: &Failure, context: &Context<'_>) -> Self {
        Self::in_lines(failure, context, &Lines::new(context.text))
    }

    /// The same with the lines of the context's text at hand.
    pub(super) fn in_lines(failure: &Failure, context: &Context<'_>, lines: &Lines<'_>) -> Self {
        let mut error = describe::Describe {
            failure,
            context,
            lines,
        }
        .error();
        error.range = widen(context.text, error.range);
        error
    }

    pub(super) fn at(range: TextRange, message: impl Into<String>) -> Self {
        Self {
            range,
            message: message.into(),
            help: None,
            opened: None,
        }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(super) fn opened(mut self, range: TextRange, word: impl Into<String>) -> Self {
        self.opened = Some((range, word.into()));
        self
    }

    /// An alias whose anchor does not come before it.
    pub(super) fn unknown_alias(text: &str, at: TextRange) -> Self {
        let name = at.slice(text).trim_start_matches('*');
        Self::at(at, format!("no anchor `&{name}` stands above `*{name}`")).help(format!(
            "define it with `&{name}`, or put the value in quotes: `\"*{name}\"`"
        ))
    }

    /// The same error with its ranges moved.
    pub(super) fn map(mut self, map: impl Fn(u32) -> u32) -> Self {
        let moved = |range: TextRange| TextRange::new(map(range.start), map(range.end));
        self.range = moved(self.range);
        self.opened = self.opened.map(|(range, word)| (moved(range), word));
        self
    }
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

    /// The first quote behind the last token, outside comments, up to and with the character at `to`.
    fn quote(&self, to: u32) -> Option<u32> {
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

/// `range`, or where it is empty the character at its place, or the one before.
pub(super) fn widen(text: &str, range: TextRange) -> TextRange {
    if !range.slice(text).is_empty() {
        return range;
    }
    let mut at = (range.start as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let next = text[at..].chars().next().filter(|c| !c.is_whitespace());
    if let Some(next) = next {
        return TextRange::from(at..at + next.len_utf8());
    }
    let before = text[..at].trim_end();
    if let Some(last) = before.chars().next_back() {
        return TextRange::from(before.len() - last.len_utf8()..before.len());
    }
    // Nothing but blanks before it: any character is better than none.
    TextRange::from(0..text.chars().next().map_or(0, char::len_utf8))
}
