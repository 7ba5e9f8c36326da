//! The words, strings, and signs of a Terraform file.

use std::ops::Range;

use crate::work_counter;

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HclToken {
    pub(super) kind: HclTokenKind,
    /// Its range, with the quotes of a string.
    pub(super) range: Range<usize>,
}

/// Type of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HclTokenKind {
    /// A name or a number.
    Word,
    /// A string in quotes.
    Quoted,
    /// A string over several lines.
    Heredoc,
    /// Any other character, such as a bracket.
    Sign(u8),
    /// The end of a line.
    LineEnd,
}

/// The pieces of a text, in order. Comments are left out.
pub(super) struct HclTokens<'t> {
    pub(super) text: &'t str,
    at: usize,
}

impl<'t> HclTokens<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the text of a piece.
    pub(super) fn slice(&self, token: &HclToken) -> &'t str {
        &self.text[token.range.clone()]
    }

    /// Moves to the end of the block whose bracket was read last.
    pub(super) fn skip_block(&mut self) {
        let mut open = 1_usize;
        while open > 0 {
            match self.next().map(|token| token.kind) {
                Some(HclTokenKind::Sign(b'{' | b'[' | b'(')) => open += 1,
                Some(HclTokenKind::Sign(b'}' | b']' | b')')) => open -= 1,
                Some(_) => {}
                None => break,
            }
        }
    }

    /// Returns to `token`, which was read last.
    pub(super) fn unread(&mut self, token: &HclToken) {
        self.at = token.range.start;
    }

    /// Moves to the next piece.
    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            let rest = &bytes[self.at..];
            match rest {
                [b' ' | b'\t' | b'\r', ..] => self.at += 1,
                [b'#', ..] | [b'/', b'/', ..] => self.at += length_to(rest, b'\n'),
                [b'/', b'*', ..] => {
                    let end = memchr::memmem::find(&rest[2..], b"*/");
                    self.at += end.map_or(rest.len(), |end| end + 4);
                }
                _ => break,
            }
        }
    }

    /// Returns the length of the heredoc at the current place; `None` if there is none.
    fn heredoc(&self) -> Option<usize> {
        let rest = self.text[self.at..].strip_prefix("<<")?;
        let named = rest.strip_prefix('-').unwrap_or(rest);
        let (name, after) = named.split_at(word_length(named.as_bytes()));
        let lines = after.trim_start_matches([' ', '\r']).strip_prefix('\n')?;
        if name.is_empty() {
            return None;
        }
        let mut at = self.text.len() - lines.len();
        for line in lines.split_inclusive('\n') {
            at += line.len();
            if line.trim() == name {
                // The end of the line ends the attribute.
                return Some(at - self.at - usize::from(line.ends_with('\n')));
            }
        }
        Some(self.text.len() - self.at)
    }

    /// Returns the length of the string at the current place. An interpolation in it may contain
    /// strings; a line break outside of one ends the string, which is malformed.
    fn quoted(&self) -> usize {
        let bytes = &self.text.as_bytes()[self.at..];
        // The open quotes, and the open braces of interpolations.
        let mut open = vec![b'"'];
        let mut at = 1;
        while let Some(innermost) = open.last().copied() {
            let Some(byte) = bytes.get(at) else {
                break;
            };
            let next = bytes.get(at + 1);
            match (innermost, byte) {
                (b'"', b'\\') if next != Some(&b'\n') => at += 1,
                (b'"', b'$' | b'%') if next == Some(byte) => at += 1,
                (b'"', b'$' | b'%') if next == Some(&b'{') => {
                    open.push(b'{');
                    at += 1;
                }
                (b'"', b'\n') if open.len() == 1 => break,
                (b'"', b'"') | (b'{', b'}') => _ = open.pop(),
                (b'{', b'"' | b'{') => open.push(*byte),
                _ => {}
            }
            at += 1;
        }
        at.min(bytes.len())
    }
}

impl Iterator for HclTokens<'_> {
    type Item = HclToken;

    fn next(&mut self) -> Option<HclToken> {
        self.skip_blanks();
        let rest = &self.text.as_bytes()[self.at..];
        let first = *rest.first()?;
        let (kind, length) = match first {
            b'\n' => (HclTokenKind::LineEnd, 1),
            b'"' => (HclTokenKind::Quoted, self.quoted()),
            byte if is_word(byte) => (HclTokenKind::Word, word_length(rest)),
            b'<' => self
                .heredoc()
                .map_or((HclTokenKind::Sign(first), 1), |length| {
                    (HclTokenKind::Heredoc, length)
                }),
            _ => (HclTokenKind::Sign(first), 1),
        };
        work_counter::spend(1 + length as u64 / 64);
        let start = self.at;
        self.at += length;
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        Some(HclToken {
            kind,
            range: start..self.at,
        })
    }
}

/// Returns `true` for the bytes of names and numbers: letters of any language, digits, `_`, and `-`.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
}

fn word_length(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_word(**byte)).count()
}

fn length_to(bytes: &[u8], end: u8) -> usize {
    memchr::memchr(end, bytes).unwrap_or(bytes.len())
}
