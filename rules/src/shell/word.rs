//! The parts of a word.

use std::ops::Range;

/// A piece of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Text as the program gets it, without quotes and escapes. Two of these never follow each other.
    Literal(String),
    /// An index into the expressions of the template. They are filled in before the shell runs, so
    /// outside quotes one may become several words, or none.
    Expression(usize),
    /// The value of a variable: `$NAME`, `${NAME}`, `$env:NAME`, `%NAME%`.
    Variable(String),
    /// The output of the commands in a range relative to the start of the word: `$(...)`,
    /// backquotes, `<(...)`. Expressions in it follow as separate parts.
    Substitution(Range<usize>),
    /// Another expansion (`$1`, `${A:-x}`, `*.csv`, `~`), or malformed text. Expressions in it
    /// follow as separate parts.
    Unknown,
}

/// A word of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// Its parts in order; empty for `""`.
    pub parts: Vec<Part>,
    /// Its range in the text, including quotes.
    pub range: Range<usize>,
    /// The index of the outermost optional group around it, in the groups of the template.
    pub group: Option<usize>,
    /// `true` if a part of it is in quotes or escaped.
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

    /// Returns the text that the program gets; `None` if a part is unknown.
    pub fn literal(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// Returns the known text at its start: `--out=` of `--out=${{outputs.o}}`.
    pub fn prefix(&self) -> &str {
        match self.parts.first() {
            Some(Part::Literal(text)) => text,
            _ => "",
        }
    }

    /// Returns the word without the first `len` bytes of its prefix: `a` of `--file=a`.
    pub(crate) fn without_prefix(&self, len: usize) -> Self {
        let mut word = self.clone();
        word.range.start = (self.range.start + len).min(self.range.end);
        if let Some(Part::Literal(text)) = word.parts.first_mut() {
            text.drain(..len);
            if text.is_empty() {
                word.parts.remove(0);
            }
        }
        for part in &mut word.parts {
            if let Part::Substitution(range) = part {
                *range = range.start - len..range.end - len;
            }
        }
        word
    }

    /// Returns the indexes of its expressions in the template.
    pub fn expressions(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().filter_map(|part| match part {
            Part::Expression(index) => Some(*index),
            _ => None,
        })
    }

    /// Returns the ranges of the commands whose output is in it.
    pub(crate) fn substitutions(&self) -> impl Iterator<Item = Range<usize>> {
        self.parts.iter().filter_map(|part| match part {
            Part::Substitution(range) => Some(self.absolute(range)),
            _ => None,
        })
    }

    /// Converts a range relative to its start to one of the text.
    pub(crate) fn absolute(&self, range: &Range<usize>) -> Range<usize> {
        self.range.start + range.start..self.range.start + range.end
    }

    /// Returns the index of the expression that is the whole word; `None` if it has other parts.
    pub fn whole_expression(&self) -> Option<usize> {
        match self.parts.as_slice() {
            [Part::Expression(index)] => Some(*index),
            _ => None,
        }
    }

    /// Returns `true` if the shell expands a part of it.
    pub fn is_unknown(&self) -> bool {
        let is_known = |part: &Part| matches!(part, Part::Literal(_) | Part::Expression(_));
        !self.parts.iter().all(is_known)
    }

    /// Returns `true` if it is exactly `text`, without quotes.
    pub fn is(&self, text: &str) -> bool {
        !self.is_quoted && self.literal() == Some(text)
    }
}
