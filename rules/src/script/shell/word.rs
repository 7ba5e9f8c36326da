//! What a word of a command is made of.

use std::ops::Range;

/// A piece of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Text as the program gets it: quotes and escapes are gone. Two never follow each other.
    Literal(String),
    /// `${{ }}`: an index into the expressions of the command's scan. The service fills it in
    /// before the shell runs, so outside quotes it may become several words, or none.
    Expression(usize),
    /// What the shell expands (`$VAR`, `$(...)`, `*.csv`, `~`), or what is broken. Expressions
    /// inside of it follow as parts of their own.
    Unknown,
}

/// A word of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// Its pieces in order; none for `""`.
    pub parts: Vec<Part>,
    /// Its place in the decoded text, quotes included.
    pub range: Range<usize>,
    /// The index of the `$[[ ]]` around it, in the brackets of the command's scan.
    pub group: Option<usize>,
    /// Whether any of it is in quotes or behind a `\`.
    pub is_quoted: bool,
}

impl Word {
    pub(super) fn new(start: usize, group: Option<usize>) -> Self {
        Self {
            parts: Vec::new(),
            range: start..start,
            group,
            is_quoted: false,
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        match self.parts.last_mut() {
            Some(Part::Literal(literal)) => literal.push_str(text),
            _ if text.is_empty() => {}
            _ => self.parts.push(Part::Literal(text.to_owned())),
        }
    }

    /// What the program gets; `None` where any of it is unknown.
    #[must_use]
    pub fn literal(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// The text that it begins with, as far as it is known: `--out=` of `--out=${{outputs.o}}`.
    #[must_use]
    pub fn prefix(&self) -> &str {
        match self.parts.first() {
            Some(Part::Literal(text)) => text,
            _ => "",
        }
    }

    /// The expressions in it, as indexes into the scan of the command.
    pub fn expressions(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().filter_map(|part| match part {
            Part::Expression(index) => Some(*index),
            _ => None,
        })
    }

    /// The one expression that is all of it.
    #[must_use]
    pub fn whole_expression(&self) -> Option<usize> {
        match self.parts.as_slice() {
            [Part::Expression(index)] => Some(*index),
            _ => None,
        }
    }

    /// Whether the shell makes something of it that is not known here.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.parts.contains(&Part::Unknown)
    }

    /// Whether it is exactly `text`, without quotes.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        !self.is_quoted && self.literal() == Some(text)
    }
}
