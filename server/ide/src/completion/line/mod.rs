//! The text at the cursor, line by line: an incomplete line often breaks the YAML
//! around it, so that the tree does not contain it.
//!
//! No other module parses lines. Start at [`Line`]; three types describe the cursor, each in a file
//! of its own: the [`Value`] at the cursor with the keys around it, the [`KeyWord`] in the position
//! of a key ([`key`]), and the incomplete [`OpenExpression`] ([`expression`], [`value`]). [`scan`]
//! reads tokens up to the cursor, [`list`] finds the list that an item belongs to, [`above`] the
//! keys around it, [`brackets`] counts open brackets.
//!
//! Invariant: nothing here parses YAML. A feature that needs valid text uses a [`super::stand_in`].

mod above;
pub(crate) mod brackets;
mod expression;
mod key;
mod list;
mod scan;
#[cfg(test)]
mod tests;
mod value;

use azml_rules::document::Document;
use azml_rules::text::TextRange;

use crate::cursor_context::comment_at;
pub(crate) use expression::{OpenExpression, is_spaced};
pub(crate) use key::KeyWord;
pub(crate) use value::Value;

/// The line that contains the cursor.
#[derive(Clone, Copy)]
pub(crate) struct Line<'t> {
    pub(crate) document: &'t Document,
    /// Its range without the line end.
    range: TextRange,
    pub(crate) cursor: u32,
}

impl<'t> Line<'t> {
    /// Returns the line of `cursor`; `None` in a comment.
    pub(crate) fn at(document: &'t Document, cursor: u32) -> Option<Self> {
        if comment_at(document, cursor).is_some() {
            return None;
        }
        let lines = document.lines();
        Some(Self {
            document,
            range: lines.line(document.text(), lines.line_of(cursor)),
            cursor,
        })
    }

    /// Returns the same line with the cursor at `offset`.
    fn with_cursor(self, offset: u32) -> Self {
        Self {
            cursor: offset,
            ..self
        }
    }

    /// Returns the text from its start to `offset`.
    pub(crate) fn before(&self, offset: u32) -> &'t str {
        TextRange::new(self.range.start, offset).slice(self.document.text())
    }

    /// Returns the text from `offset` to its end.
    fn behind(&self, offset: u32) -> &'t str {
        TextRange::new(offset, self.range.end).slice(self.document.text())
    }

    /// Returns the whole line, if the document contains nothing else but comments and the line has
    /// only words, as labels do: `command job`.
    pub(crate) fn only_words(&self) -> Option<TextRange> {
        let text = self.document.text();
        let word = self.range.slice(text);
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
        let is_word = word.trim().is_empty() || word.chars().all(is_part);
        let head = TextRange::new(0, self.range.start).slice(text);
        let tail = TextRange::new(self.range.end, u32::try_from(text.len()).ok()?).slice(text);
        (is_word && is_silent(head) && is_silent(tail)).then_some(self.range)
    }
}

/// Returns `true` if `text` contains only comments.
fn is_silent(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    lines.all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
}
