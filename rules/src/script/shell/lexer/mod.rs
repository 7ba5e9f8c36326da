//! Cuts the text of a command into words and operators.
//!
//! Start at [`tokens`]. `filled_in` reads what the service fills in, `quotes` what is quoted and
//! what the shell expands, `substitution` knows where that ends, `here_document` goes over the lines
//! of `<<END`. What must stay true: every step goes forward, and no byte is looked at again and
//! again.

mod filled_in;
mod here_document;
mod quotes;
mod substitution;

use std::ops::Range;

use super::word::{Part, Word};
use crate::expression::Scan;
use here_document::HereDocument;
use quotes::Quotes;

/// What the text of a command ends in the middle of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unclosed {
    /// What is open.
    pub kind: UnclosedKind,
    /// What opens it, in the decoded text.
    pub range: Range<usize>,
}

/// What can be left open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnclosedKind {
    /// `'text`
    SingleQuote,
    /// `"text`
    DoubleQuote,
    /// `$(command`, `${name`, a backquote, or one whose end cannot be known.
    Substitution,
    /// `<<END` without a line `END`.
    HereDocument,
}

/// A piece of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A word.
    Word(Word),
    /// An operator, also `\n`.
    Operator(Range<usize>),
}

/// The operators of bash, longer ones before those that they begin with.
const OPERATORS: &[&str] = &[
    "&>>", "<<<", "<<-", ";;&", "&&", "||", ";;", ";&", "|&", "&>", ">>", "<<", ">&", "<&", ">|",
    "<>", ";", "&", "|", "<", ">", "(", ")",
];

/// What stands behind a word.
const WORD_ENDS: &[char] = &[' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')'];

/// Whether `byte` is a character that means itself, in quotes and outside.
fn is_ordinary(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'=' | b':' | b',')
}

/// The pieces of a text, and what is left open at its end.
pub(super) struct Tokens {
    pub(super) list: Vec<Token>,
    pub(super) unclosed: Option<Unclosed>,
}

/// Cuts `text`, which holds what `scan` says.
pub(super) fn tokens(text: &str, scan: &Scan<'_>) -> Tokens {
    let mut lexer = Lexer {
        text,
        scan,
        at: 0,
        next_expression: 0,
        next_mistake: 0,
        next_group: 0,
        open_groups: Vec::new(),
        word: None,
        documents: Vec::new(),
        tokens: Vec::new(),
        unclosed: None,
    };
    while lexer.at < text.len() {
        lexer.step();
    }
    lexer.end_word();
    if let Some(missing) = lexer.documents.first() {
        let missing = missing.operator.clone();
        lexer.leave_open(UnclosedKind::HereDocument, missing);
    }
    Tokens {
        list: lexer.tokens,
        unclosed: lexer.unclosed,
    }
}

struct Lexer<'s, 't> {
    text: &'s str,
    scan: &'s Scan<'t>,
    at: usize,
    next_expression: usize,
    next_mistake: usize,
    next_group: usize,
    /// The `$[[ ]]` that are open here, outer ones first.
    open_groups: Vec<usize>,
    word: Option<Word>,
    documents: Vec<HereDocument>,
    tokens: Vec<Token>,
    unclosed: Option<Unclosed>,
}

impl Lexer<'_, '_> {
    /// Reads what stands at `at` outside quotes.
    fn step(&mut self) {
        if self.ordinary() || self.filled_in(Quotes::Outside) {
            return;
        }
        let rest = &self.text[self.at..];
        let first = rest.as_bytes()[0];
        match first {
            b' ' | b'\t' => {
                self.end_word();
                self.at += 1;
            }
            b'\n' => self.line_end(),
            b'#' if self.word.is_none() => self.at += rest.find('\n').unwrap_or(rest.len()),
            b'\\' => self.escape(),
            b'\'' => self.single_quoted(),
            b'"' => self.double_quoted(),
            b'$' | b'`' => self.expansion(Quotes::Outside),
            b'<' | b'>' if rest[1..].starts_with('(') => self.process_substitution(),
            b'&' | b'|' | b';' | b'<' | b'>' | b'(' | b')' => {
                let operator = OPERATORS.iter().find(|text| rest.starts_with(**text));
                self.operator(operator.expect("each is one by itself"));
            }
            _ => self.plain(rest),
        }
    }

    /// Reads as many characters as have no meaning anywhere, which are most; `false` where there are
    /// none.
    fn ordinary(&mut self) -> bool {
        let text = self.text;
        let rest = &text.as_bytes()[self.at..];
        let len = rest.iter().position(|byte| !is_ordinary(*byte));
        let mut end = self.at + len.unwrap_or(rest.len());
        let mistakes = self.scan.mistakes[self.next_mistake..].iter();
        let mut starts = mistakes.map(|mistake| mistake.range.start);
        if let Some(start) = starts.find(|start| *start >= self.at) {
            end = end.min(start);
        }
        if end == self.at {
            return false;
        }
        self.push(&text[self.at..end], end - self.at);
        true
    }

    /// One character without a meaning of its own, except for what expands to file names.
    fn plain(&mut self, rest: &str) {
        let len = rest.chars().next().map_or(1, char::len_utf8);
        let ends = |at: usize| rest[at..].is_empty() || rest[at..].starts_with(WORD_ENDS);
        let at_start = self.word.is_none();
        let is_double_test = at_start && rest.starts_with("[[") && ends(2);
        let expands = match rest.as_bytes()[0] {
            b'*' | b'?' => true,
            b'[' => !(is_double_test || at_start && ends(1)),
            b'{' => !(ends(1) || at_start && rest.starts_with("{}") && ends(2)),
            b'~' => at_start || self.follows(&['=', ':']),
            _ => false,
        };
        if expands {
            self.unknown(len);
        } else if is_double_test {
            self.push("[[", 2);
        } else {
            let text = &rest[..len];
            self.push(text, len);
        }
    }

    /// Whether the word so far ends with one of `chars`.
    fn follows(&self, chars: &[char]) -> bool {
        let last = self.word.as_ref().and_then(|word| word.parts.last());
        matches!(last, Some(Part::Literal(text)) if text.ends_with(chars))
    }

    fn operator(&mut self, operator: &'static str) {
        let start = self.at;
        // The number of `2>` belongs to the operator.
        if operator.starts_with(['<', '>'])
            && self.word.as_ref().is_some_and(|word| {
                !word.is_quoted
                    && word
                        .literal()
                        .is_some_and(|text| text.bytes().all(|b| b.is_ascii_digit()))
            })
        {
            self.word = None;
        }
        self.end_word();
        self.at += operator.len();
        self.tokens.push(Token::Operator(start..self.at));
    }

    fn line_end(&mut self) {
        self.end_word();
        self.tokens.push(Token::Operator(self.at..self.at + 1));
        self.at += 1;
        for document in std::mem::take(&mut self.documents) {
            match document.end_in(&self.text[self.at..]) {
                Some(len) => self.at += len,
                None => {
                    self.at = self.text.len();
                    return self.leave_open(UnclosedKind::HereDocument, document.operator);
                }
            }
        }
    }

    /// The word that is being read.
    fn current(&mut self) -> &mut Word {
        let (at, group) = (self.at, self.open_groups.first().copied());
        self.word.get_or_insert_with(|| Word::new(at, group))
    }

    fn push(&mut self, text: &str, len: usize) {
        self.current().push_text(text);
        self.advance(len);
    }

    fn copy_char(&mut self) {
        let text = self.text;
        let len = text[self.at..].chars().next().map_or(1, char::len_utf8);
        self.push(&text[self.at..self.at + len], len);
    }

    fn unknown(&mut self, len: usize) {
        let parts = &mut self.current().parts;
        if parts.last() != Some(&Part::Unknown) {
            parts.push(Part::Unknown);
        }
        self.advance(len);
    }

    /// Goes on, within a word.
    fn advance(&mut self, len: usize) {
        self.at += len;
        let at = self.at;
        self.current().range.end = at;
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        if let Some(Token::Operator(operator)) = self.tokens.last() {
            let document = HereDocument::new(self.text, operator, &word);
            self.documents.extend(document);
        }
        self.tokens.push(Token::Word(word));
    }

    fn leave_open(&mut self, kind: UnclosedKind, range: Range<usize>) {
        self.unclosed.get_or_insert(Unclosed { kind, range });
        if let Some(word) = &mut self.word {
            word.parts.push(Part::Unknown);
        }
    }
}
