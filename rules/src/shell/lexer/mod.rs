//! Splits the text of a shell into words and operators.
//!
//! Start at [`tokens`]. `filled_in` reads the expressions of a template, `quotes` quoted text,
//! `expansion` variables and substitutions, whose ends `substitution` finds. Invariants: every step
//! advances, and no byte is read more than a fixed number of times.

mod expansion;
mod filled_in;
mod quotes;
mod substitution;

use std::ops::Range;

use super::dialect::{Dialect, LineBreaks, Syntax};
use super::here_document::HereDocument;
use super::word::{Part, Word};
pub(crate) use expansion::is_name;

/// A text that a shell reads.
#[derive(Clone, Copy, Debug)]
pub struct ShellText<'t> {
    /// The text up to its end.
    pub text: &'t str,
    /// The offset at which parsing starts, in bytes.
    pub start: usize,
    /// The rules for reading it.
    pub syntax: Syntax,
    /// The expressions in it.
    pub template: &'t Template,
}

/// Text that another program fills in before the shell gets it, in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Template {
    /// The expressions `${{ }}`.
    pub expressions: Vec<Range<usize>>,
    /// Malformed expressions, with `true` if only the end is missing.
    pub broken: Vec<(Range<usize>, bool)>,
    /// The groups `$[[ ]]`, which may be omitted.
    pub groups: Vec<Range<usize>>,
}

/// A construct without an end in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unclosed {
    /// The kind of the construct.
    pub kind: UnclosedKind,
    /// The range of its beginning.
    pub range: Range<usize>,
}

/// A kind of construct that needs an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnclosedKind {
    /// `'text`
    SingleQuote,
    /// `"text`
    DoubleQuote,
    /// `$(command`, `${name`, a backquote, or a substitution whose end is unknown.
    Substitution,
    /// `<<END` without a line `END`.
    HereDocument,
}

/// A token of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ShellToken {
    /// A word.
    Word(Word),
    /// An operator or a line break.
    Operator(Range<usize>),
    /// A comment: from `#` to the end of the line.
    Comment(Range<usize>),
}

/// The operators of Bash, longer ones before their prefixes. The other shells have some of them.
const OPERATORS: &[&str] = &[
    "&>>", "<<<", "<<-", ";;&", "&&", "||", ";;", ";&", "|&", "&>", ">>", "<<", ">&", "<&", ">|",
    "<>", ";", "&", "|", "<", ">", "(", ")",
];

/// The characters that end a word.
const WORD_ENDS: &[char] = &[' ', '\t', '\n', '\r', ';', '&', '|', '<', '>', '(', ')'];

/// Maximum number of bytes between an index and the `=` after it.
const MAX_KEY: usize = 128;

/// Returns `true` if `byte` is a character without a special meaning, in quotes and outside.
fn is_ordinary(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'=' | b':' | b',')
}

/// The tokens of a text, and the first construct without an end.
pub(super) struct Tokens {
    pub(super) list: Vec<ShellToken>,
    pub(super) unclosed: Option<Unclosed>,
}

/// Splits `source`.
pub(super) fn tokens(source: ShellText<'_>) -> Tokens {
    let mut lexer = Lexer {
        text: source.text,
        syntax: source.syntax,
        template: source.template,
        at: source.start,
        next_expression: 0,
        next_broken: 0,
        next_group: 0,
        open_groups: Vec::new(),
        is_quoted: false,
        word: None,
        here_documents: Vec::new(),
        tokens: Vec::new(),
        unclosed: None,
    };
    while lexer.at < source.text.len() {
        lexer.step();
    }
    lexer.end_word();
    if let Some((_, operator)) = lexer.here_documents.first() {
        let operator = operator.clone();
        lexer.leave_open(UnclosedKind::HereDocument, operator);
    }
    Tokens {
        list: lexer.tokens,
        unclosed: lexer.unclosed,
    }
}

struct Lexer<'s> {
    text: &'s str,
    syntax: Syntax,
    template: &'s Template,
    at: usize,
    next_expression: usize,
    next_broken: usize,
    next_group: usize,
    /// The groups that are open here, outermost first.
    open_groups: Vec<usize>,
    is_quoted: bool,
    word: Option<Word>,
    /// The here-documents that begin on the next line, with their operators.
    here_documents: Vec<(HereDocument, Range<usize>)>,
    tokens: Vec<ShellToken>,
    unclosed: Option<Unclosed>,
}

impl Lexer<'_> {
    /// Reads the text at `at`, which is outside quotes.
    fn step(&mut self) {
        if self.ordinary() || self.filled_in() {
            return;
        }
        let rest = &self.text[self.at..];
        let dialect = self.syntax.dialect;
        match rest.as_bytes()[0] {
            b' ' | b'\t' => {
                self.end_word();
                self.at += 1;
            }
            b'\n' | b'\r' if self.syntax.line_break(rest).is_some() => self.line_break(),
            b'#' if self.word.is_none() && dialect != Dialect::Cmd => self.comment(),
            b'<' if dialect == Dialect::PowerShell && rest.starts_with("<#") => {
                self.end_word();
                // The help of a script has examples, which don't run.
                self.at += rest.find("#>").map_or(rest.len(), |at| at + "#>".len());
            }
            byte if byte == dialect.escape() => self.escape(),
            b'\'' if dialect != Dialect::Cmd => self.single_quoted(),
            b'"' => self.double_quoted(),
            _ if dialect.expands(rest) => self.expansion(),
            b'<' | b'>' if dialect == Dialect::Bash && rest[1..].starts_with('(') => {
                self.expansion();
            }
            byte if dialect.is_operator(byte) => {
                let operator = OPERATORS.iter().find(|text| rest.starts_with(**text));
                self.operator(operator.expect("each is one by itself"));
            }
            _ => self.plain(rest),
        }
    }

    /// Reads characters without a special meaning, which are most of the text; returns `false` if
    /// there are none.
    fn ordinary(&mut self) -> bool {
        let text = self.text;
        let rest = &text.as_bytes()[self.at..];
        let len = rest.iter().position(|byte| !is_ordinary(*byte));
        let mut end = self.at + len.unwrap_or(rest.len());
        let broken = self.template.broken[self.next_broken..].iter();
        let mut starts = broken.map(|(range, _)| range.start);
        if let Some(start) = starts.find(|start| *start >= self.at) {
            end = end.min(start);
        }
        if end == self.at {
            return false;
        }
        self.push(&text[self.at..end], end - self.at);
        true
    }

    /// Reads one character without a special meaning, unless it expands to file names.
    fn plain(&mut self, rest: &str) {
        let len = rest.chars().next().map_or(1, char::len_utf8);
        let ends = |at: usize| rest[at..].is_empty() || rest[at..].starts_with(WORD_ENDS);
        let at_start = self.word.is_none();
        let is_double_test = at_start && rest.starts_with("[[") && ends(2);
        let expands = match rest.as_bytes()[0] {
            b'*' | b'?' => true,
            b'[' => !(is_double_test || at_start && ends(1) || !at_start && is_index(rest)),
            b'{' => !(ends(1) || at_start && rest.starts_with("{}") && ends(2)),
            b'~' => at_start || self.follows(&['=', ':']),
            _ => false,
        };
        if expands && self.syntax.dialect.has_patterns() {
            self.unknown(len);
        } else if is_double_test {
            self.push("[[", 2);
        } else {
            let text = &rest[..len];
            self.push(text, len);
        }
    }

    /// Returns `true` if the word so far ends with one of `chars`.
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
        self.tokens.push(ShellToken::Operator(start..self.at));
    }

    fn comment(&mut self) {
        let rest = &self.text[self.at..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let len = match self.syntax.line_breaks {
            LineBreaks::Decoded => line.len(),
            _ => line.trim_end_matches('\r').len(),
        };
        let range = self.at..self.at + len;
        self.tokens.push(ShellToken::Comment(range));
        self.at += len;
    }

    fn line_break(&mut self) {
        self.end_word();
        let rest = &self.text[self.at..];
        let operator = self.at..self.at + self.syntax.line_break(rest).unwrap_or(1);
        self.at = operator.end;
        if self.syntax.line_breaks == LineBreaks::Folded && !begins_with_blank_line(rest) {
            return;
        }
        self.tokens.push(ShellToken::Operator(operator));
        for (document, operator) in std::mem::take(&mut self.here_documents) {
            match document.len(&self.text[self.at..], self.syntax.line_breaks) {
                Some(len) => self.at += len,
                None => {
                    self.at = self.text.len();
                    return self.leave_open(UnclosedKind::HereDocument, operator);
                }
            }
        }
    }

    /// Returns the current word, and starts it if there is none.
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

    /// Advances within a word.
    fn advance(&mut self, len: usize) {
        self.at += len;
        let at = self.at;
        self.current().range.end = at;
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        if let Some(ShellToken::Operator(operator)) = self.tokens.last()
            && self.syntax.dialect == Dialect::Bash
        {
            let document = HereDocument::new(&self.text[operator.clone()], word.literal());
            let document = document.map(|document| (document, operator.clone()));
            self.here_documents.extend(document);
        }
        self.tokens.push(ShellToken::Word(word));
    }

    fn leave_open(&mut self, kind: UnclosedKind, range: Range<usize>) {
        self.unclosed.get_or_insert(Unclosed { kind, range });
        if let Some(word) = &mut self.word {
            word.parts.push(Part::Unknown);
        }
    }
}

/// Returns `true` if a blank line follows the line break at the start of `text`: there, the lines
/// of a folded text are not joined.
fn begins_with_blank_line(text: &str) -> bool {
    let mut lines = text.lines();
    lines.nth(1).is_none_or(|line| line.trim().is_empty())
}

/// Returns `true` if `text` begins with the index of `inputs[0]=1`. That is a pattern, too, but a
/// pattern without a matching file is passed unchanged, and files do not have such names.
fn is_index(text: &str) -> bool {
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let mut rest = text.bytes().skip(1 + digits).take(MAX_KEY);
    let is_word = |byte: &u8| !WORD_ENDS.contains(&char::from(*byte));
    digits > 0 && rest.next() == Some(b']') && rest.take_while(is_word).any(|it| it == b'=')
}
