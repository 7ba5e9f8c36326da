//! Quotes, and what the shell expands itself.

use std::ops::Range;

use super::substitution::{self, Extent};
use super::{Lexer, UnclosedKind};
use crate::script::shell::word::Part;

impl Lexer<'_, '_> {
    pub(super) fn escape(&mut self) {
        let rest = &self.text[self.at + 1..];
        match rest.chars().next() {
            // A line that goes on.
            Some('\n') => self.at += 2,
            Some('$') if is_filled_in(rest) => self.unknown(1),
            Some(c) => {
                self.current().is_quoted = true;
                let len = c.len_utf8();
                self.push(&rest[..len], 1 + len);
            }
            None => self.push("\\", 1),
        }
    }

    pub(super) fn single_quoted(&mut self) {
        let opening = self.open_quote();
        while self.at < self.text.len() {
            if self.text[self.at..].starts_with('\'') {
                return self.advance(1);
            }
            if !self.ordinary() && !self.filled_in(Quotes::Inside) {
                self.copy_char();
            }
        }
        self.leave_open(UnclosedKind::SingleQuote, opening);
    }

    pub(super) fn double_quoted(&mut self) {
        let opening = self.open_quote();
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let second = rest.as_bytes().get(1);
            match rest.as_bytes()[0] {
                b'"' => return self.advance(1),
                _ if self.ordinary() || self.filled_in(Quotes::Inside) => {}
                b'\\' if second == Some(&b'\n') => self.advance(2),
                b'\\' if is_filled_in(&rest[1..]) => self.unknown(1),
                b'\\' if second.is_some_and(|byte| b"\"\\$`".contains(byte)) => {
                    self.push(&rest[1..2], 2);
                }
                b'$' | b'`' => self.expansion(Quotes::Inside),
                _ => self.copy_char(),
            }
        }
        self.leave_open(UnclosedKind::DoubleQuote, opening);
    }

    fn open_quote(&mut self) -> Range<usize> {
        let opening = self.at..self.at + 1;
        self.current().is_quoted = true;
        self.advance(1);
        opening
    }

    /// What begins with `$` or a backquote.
    pub(super) fn expansion(&mut self, quotes: Quotes) {
        let rest = &self.text[self.at..];
        // `$'...'` has escapes in bash, and is a `$` and a quote in sh.
        if quotes == Quotes::Outside && rest.starts_with("$'") {
            return self.skip(substitution::ansi_quoted(rest));
        }
        // `$"text"` is translated by bash, `$[1+1]` computed; what follows a line end is not looked at.
        if quotes == Quotes::Outside && rest.starts_with("$\"")
            || ["$[", "$\\\n"].iter().any(|text| rest.starts_with(text))
        {
            return self.unknown(1);
        }
        let extent = if rest.starts_with('`') {
            substitution::backquoted(rest)
        } else {
            substitution::after_dollar(rest)
        };
        if extent == Extent::None {
            self.push("$", 1);
        } else {
            self.skip(extent);
        }
    }

    pub(super) fn process_substitution(&mut self) {
        self.skip(substitution::closed(&self.text[self.at..], 2, b')'));
    }

    /// Goes over what the shell expands; the expressions in it stay known.
    fn skip(&mut self, extent: Extent) {
        let start = self.at;
        let end = match extent {
            Extent::Bytes(len) => start + len,
            Extent::Open | Extent::None => self.text.len(),
        };
        self.unknown(end - start);
        let inside = self
            .scan
            .expressions
            .iter()
            .enumerate()
            .skip(self.next_expression);
        let inside = inside.take_while(|(_, expression)| expression.range.start < end);
        let inside: Vec<Part> = inside.map(|(index, _)| Part::Expression(index)).collect();
        self.current().parts.extend(inside);
        if extent == Extent::Open {
            self.leave_open(UnclosedKind::Substitution, start..(start + 2).min(end));
        }
    }
}

/// Whether the service fills in what `text` begins with: a `\` in front of it then stands before
/// something else.
fn is_filled_in(text: &str) -> bool {
    text.starts_with("${{") || text.starts_with("$[[")
}

/// Whether the lexer is between quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    Inside,
    Outside,
}
