//! [`SyntaxError`]: one error with its range and message.

use crate::text::TextRange;

/// The causes that rules tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SyntaxErrorCause {
    /// An unquoted value starts with a character that YAML reserves, such as a placeholder of another tool.
    ReservedStart,
    /// A line of text is in the place of a key.
    NoKey,
    /// A key is indented under one that has a value.
    UnderValue,
    /// Text that other parsers may accept: a tab, a comment without a blank before it, a control character.
    Strictness,
    /// Another one.
    #[default]
    Other,
}

/// One place where the text is not YAML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// Range to mark; never empty unless the text is.
    pub range: TextRange,
    /// Why it isn't.
    pub cause: SyntaxErrorCause,
    /// Headline of the diagnostic.
    pub message: String,
    /// Suggested correction, if there is an obvious one.
    pub help: Option<String>,
    /// Start of the unfinished construct, with its label.
    pub opened: Option<(TextRange, String)>,
}

impl SyntaxError {
    pub(crate) fn at(range: TextRange, message: impl Into<String>) -> Self {
        Self {
            range,
            cause: SyntaxErrorCause::default(),
            message: message.into(),
            help: None,
            opened: None,
        }
    }

    pub(crate) fn cause(mut self, cause: SyntaxErrorCause) -> Self {
        self.cause = cause;
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn opened(mut self, range: TextRange, word: impl Into<String>) -> Self {
        self.opened = Some((range, word.into()));
        self
    }

    /// Reports an alias without an anchor before it.
    pub(crate) fn unknown_alias(text: &str, at: TextRange) -> Self {
        let name = at.slice(text).trim_start_matches('*');
        Self::at(
            at,
            format!("anchor `&{name}` is not defined before `*{name}`"),
        )
        .help(format!(
            "define it with `&{name}`, or put the value in quotes: `\"*{name}\"`"
        ))
    }

    /// Returns the same error with `map` applied to its ranges.
    pub(crate) fn map(mut self, map: impl Fn(u32) -> u32) -> Self {
        let moved = |range: TextRange| TextRange::new(map(range.start), map(range.end));
        self.range = moved(self.range);
        self.opened = self.opened.map(|(range, word)| (moved(range), word));
        self
    }
}

/// Returns `range`; if it is empty, the character at its place or the one before.
pub(crate) fn widened(text: &str, range: TextRange) -> TextRange {
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
    // Only blanks precede the place: the first character is the only one to mark.
    TextRange::from(0..text.chars().next().map_or(0, char::len_utf8))
}
