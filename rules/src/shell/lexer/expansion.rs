//! Variables, substitutions, and other expansions.

use super::substitution::{self, Extent};
use super::{Lexer, UnclosedKind};
use crate::shell::dialect::Dialect;
use crate::shell::word::Part;

impl Dialect {
    /// Returns `true` if `text` begins with an expansion.
    pub(super) fn expands(self, text: &str) -> bool {
        match text.as_bytes()[0] {
            b'$' => self != Self::Cmd,
            b'%' => self == Self::Cmd,
            b'`' => matches!(self, Self::Bash | Self::Make),
            _ => false,
        }
    }
}

impl Lexer<'_> {
    /// Reads the expansion at `at`.
    pub(super) fn expansion(&mut self) {
        let text = &self.text[self.at..];
        // In a recipe, `$$` is the `$` of the shell.
        let is_doubled = self.syntax.dialect == Dialect::Make && text.starts_with("$$");
        let skipped = usize::from(is_doubled);
        let text = &text[skipped..];
        // `$'...'` has escapes in Bash, and is a `$` and a quote in sh.
        if !self.is_quoted && text.starts_with("$'") {
            let extent = substitution::escaped(text, 2, b'\'');
            return self.expand(extent, Part::Unknown, skipped);
        }
        // `$"text"` is translated by Bash, `$[1+1]` computed; `$` before a line break isn't parsed.
        if !self.is_quoted && text.starts_with("$\"")
            || ["$[", "$\\\n"].iter().any(|it| text.starts_with(it))
        {
            return self.unknown(1);
        }
        let extent = match text.as_bytes()[0] {
            b'`' => substitution::escaped(text, 1, b'`'),
            b'<' | b'>' => substitution::closed(text, 2, b')', self.syntax),
            b'%' => return self.percent(),
            _ => substitution::after_dollar(text, self.syntax),
        };
        let end = match extent {
            Extent::None => return self.push("$", 1 + skipped),
            Extent::Bytes(len) => len,
            Extent::Open => text.len(),
        };
        let from_word = self.at + skipped - self.current().range.start;
        let closing = usize::from(extent != Extent::Open);
        let part = match text.as_bytes() {
            [b'`', ..] => Part::Substitution(from_word + 1..from_word + end - closing),
            [_, b'(', b'(', ..] => Part::Unknown,
            [_, b'(', ..] => Part::Substitution(from_word + 2..from_word + end - closing),
            [_, b'{', ..] => variable(&text[2..end - closing]),
            _ => variable(&text[1..end]),
        };
        self.expand(extent, part, skipped);
    }

    /// Reads `%NAME%` and `%~dp0` of `cmd.exe`.
    fn percent(&mut self) {
        let rest = &self.text[self.at + 1..];
        if rest.starts_with("~dp0") {
            return self.expand(Extent::Bytes(5), Part::Variable("~dp0".to_owned()), 0);
        }
        match rest.split_once('%').filter(|(name, _)| is_name(name)) {
            Some((name, _)) => {
                let part = Part::Variable(name.to_owned());
                self.expand(Extent::Bytes(name.len() + 2), part, 0);
            }
            None => self.unknown(1),
        }
    }

    /// Adds an expansion after `skipped` bytes. The expressions in it are parts of the word, too.
    fn expand(&mut self, extent: Extent, part: Part, skipped: usize) {
        let start = self.at;
        let end = match extent {
            Extent::Bytes(len) => start + skipped + len,
            Extent::Open | Extent::None => self.text.len(),
        };
        if part == Part::Unknown {
            self.unknown(end - start);
        } else {
            self.current().parts.push(part);
            self.advance(end - start);
        }
        let expressions = self.template.expressions.iter().enumerate();
        let inside = expressions
            .skip(self.next_expression)
            .take_while(|(_, range)| range.start < end)
            .map(|(index, _)| Part::Expression(index));
        let inside: Vec<Part> = inside.collect();
        self.current().parts.extend(inside);
        if extent == Extent::Open {
            self.leave_open(UnclosedKind::Substitution, start..(start + 2).min(end));
        }
    }
}

/// Returns the value of the variable `name`; unknown if the text is more than a name.
fn variable(name: &str) -> Part {
    let name = name.strip_prefix("env:").unwrap_or(name);
    match is_name(name) {
        true => Part::Variable(name.to_owned()),
        false => Part::Unknown,
    }
}

/// Returns `true` if `text` is the name of a variable; those of Azure Pipelines have dots.
pub(crate) fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(is_part)
}
