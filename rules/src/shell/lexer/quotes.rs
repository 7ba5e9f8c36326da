//! Escapes and quotes.

use std::ops::Range;

use super::{Lexer, UnclosedKind};
use crate::shell::dialect::Dialect;

impl Lexer<'_> {
    /// Reads an escaped character outside quotes. An escaped line break is dropped.
    pub(super) fn escape(&mut self) {
        let (escape, rest) = self.text[self.at..].split_at(1);
        if let Some(len) = self.syntax.line_break(rest) {
            self.at += 1 + len;
            return;
        }
        match rest.chars().next() {
            Some('$') if is_filled_in(rest) => self.unknown(1),
            Some(c) => {
                self.current().is_quoted = true;
                let len = c.len_utf8();
                self.push(&rest[..len], 1 + len);
            }
            None => self.push(escape, 1),
        }
    }

    pub(super) fn single_quoted(&mut self) {
        let opening = self.open_quote();
        while self.at < self.text.len() {
            if self.text[self.at..].starts_with('\'') {
                return self.close_quote();
            }
            if !self.ordinary() && !self.filled_in() {
                self.copy_char();
            }
        }
        self.leave_open(UnclosedKind::SingleQuote, opening);
    }

    pub(super) fn double_quoted(&mut self) {
        let dialect = self.syntax.dialect;
        let opening = self.open_quote();
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            match rest.as_bytes()[0] {
                b'"' => return self.close_quote(),
                _ if self.ordinary() || self.filled_in() => {}
                byte if byte == dialect.escape() && dialect != Dialect::Cmd => self.quoted_escape(),
                _ if dialect.expands(rest) => self.expansion(),
                _ => self.copy_char(),
            }
        }
        self.leave_open(UnclosedKind::DoubleQuote, opening);
    }

    /// Reads an escaped character in double quotes, where `\` is literal before most characters.
    fn quoted_escape(&mut self) {
        let rest = &self.text[self.at + 1..];
        let next = rest.as_bytes().first();
        if let Some(len) = self.syntax.line_break(rest) {
            self.advance(1 + len);
        } else if is_filled_in(rest) {
            self.unknown(1);
        } else if self.syntax.dialect == Dialect::PowerShell && next.is_some() {
            self.advance(1);
            self.copy_char();
        } else if next.is_some_and(|byte| b"\"\\$`".contains(byte)) {
            self.push(&rest[..1], 2);
        } else {
            self.copy_char();
        }
    }

    fn open_quote(&mut self) -> Range<usize> {
        let opening = self.at..self.at + 1;
        self.current().is_quoted = true;
        self.is_quoted = true;
        self.advance(1);
        opening
    }

    fn close_quote(&mut self) {
        self.is_quoted = false;
        self.advance(1);
    }
}

/// Returns `true` if `text` begins with something that is filled in: a `\` before it escapes
/// something else.
fn is_filled_in(text: &str) -> bool {
    text.starts_with("${{") || text.starts_with("$[[")
}
