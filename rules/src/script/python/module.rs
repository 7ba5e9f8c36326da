//! A parsed Python file.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{PySourceType, Stmt};
use ruff_python_parser::{LexicalErrorType, Mode, ParseErrorType, lexer, parse_unchecked_source};
use ruff_text_size::{Ranged, TextRange as Range};

use crate::query::{Query, QueryCache};
use crate::text::TextRange;

/// Maximum size of a file that is parsed, in bytes. Longer ones aren't written by hand.
pub const MAX_BYTES: usize = 1 << 20;

/// Maximum nesting of a file that is parsed. Python itself fails at a similar depth (200 nested
/// parentheses), and the syntax tree is dropped recursively.
const MAX_DEPTH: usize = 400;

/// The modules of texts, by what tells most texts apart.
struct ModulesByText;

impl Query for ModulesByText {
    type Key = u64;
    type Value = Arc<Module>;
    /// In bytes of text: a syntax tree takes about ten times the space.
    const CAPACITY: usize = 4 << 20;
}

/// A file of Python as the parser reads it.
#[derive(Debug)]
pub struct Module {
    text: Arc<str>,
    body: Vec<Stmt>,
    errors: Vec<PythonSyntaxError>,
}

/// A syntax error in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PythonSyntaxError {
    /// The message of the parser.
    pub message: String,
    /// Byte range of the error.
    pub range: TextRange,
    /// `true` if it is an error in every version of Python 3.
    pub(super) is_certain: bool,
}

impl PythonSyntaxError {
    /// Returns the message of the parser in the style of our messages.
    pub fn in_words(&self) -> String {
        let parser_message = self.message.replace('\'', "`");
        let mut letters = parser_message.chars();
        let is_word = parser_message
            .chars()
            .nth(1)
            .is_some_and(char::is_lowercase);
        match letters.next() {
            Some(first) if is_word => first.to_lowercase().chain(letters).collect(),
            _ => parser_message,
        }
    }
}

impl Module {
    /// The module in `text`; `None` where it is too long or nested too deep.
    pub fn parse(text: &Arc<str>) -> Option<Arc<Self>> {
        if text.len() > MAX_BYTES || is_too_deep(text) {
            return None;
        }
        Some(Arc::new(Self::of(text.clone())))
    }

    /// As [`Self::parse`]; a text in `cache` is not parsed again.
    pub(crate) fn cached(cache: &QueryCache, text: &Arc<str>) -> Option<Arc<Self>> {
        let (modules, key) = (cache.table::<ModulesByText>(), fingerprint(text));
        if let Some(known) = modules.get(&key)
            && (Arc::ptr_eq(&known.text, text) || known.text == *text)
        {
            return Some(known);
        }
        let module = Self::parse(text)?;
        modules.insert(key, module.clone(), text.len());
        Some(module)
    }

    fn of(text: Arc<str>) -> Self {
        let parsed = parse_unchecked_source(&text, PySourceType::Python);
        let errors = parsed.errors().iter().map(|error| PythonSyntaxError {
            message: error.error.to_string(),
            range: range_of(error.location),
            is_certain: is_certain(&error.error),
        });
        Self {
            errors: errors.collect(),
            body: parsed.into_syntax().body.into_iter().collect(),
            text,
        }
    }

    /// Returns its text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Returns the syntax errors in order. Syntax of newer versions is accepted.
    pub fn errors(&self) -> &[PythonSyntaxError] {
        &self.errors
    }

    /// Returns its statements.
    pub(super) fn body(&self) -> &[Stmt] {
        &self.body
    }

    /// Returns its docstring.
    pub fn docstring(&self) -> Option<&str> {
        let value = self.body.first()?.as_expr_stmt()?;
        Some(value.value.as_string_literal_expr()?.value.to_str())
    }
}

/// Returns the range of `node`.
pub(super) fn place(node: &impl Ranged) -> TextRange {
    range_of(node.range())
}

fn range_of(range: Range) -> TextRange {
    TextRange::new(range.start().into(), range.end().into())
}

/// Tells most texts apart without reading all of them; the caller compares the rest.
fn fingerprint(text: &str) -> u64 {
    const PIECES: usize = 16;
    let mut hasher = DefaultHasher::new();
    text.len().hash(&mut hasher);
    let step = (text.len() / PIECES).max(1);
    for piece in text.as_bytes().chunks(step) {
        piece[..piece.len().min(16)].hash(&mut hasher);
    }
    hasher.finish()
}

/// Returns `true` if a tree of `text` may be deeper than the limit. Every token within a pair of
/// brackets since the last comma counts as one level, except names and literals, which need another
/// token between them.
fn is_too_deep(text: &str) -> bool {
    let mut lexer = lexer::lex(text, Mode::Module);
    let mut indentation = 0_usize;
    // The maximum depth of each open bracket, and their sum.
    let mut open = vec![0_usize];
    let mut depth = 0_usize;
    loop {
        match lexer.next_token() {
            TokenKind::EndOfFile => return false,
            TokenKind::Indent => indentation += 1,
            TokenKind::Dedent => indentation = indentation.saturating_sub(1),
            TokenKind::Newline | TokenKind::Semi if open.len() == 1 => {
                open = vec![0];
                depth = 0;
            }
            TokenKind::Comma => {
                let bracket = usize::from(open.len() > 1);
                if let Some(since) = open.last_mut() {
                    depth -= *since - bracket;
                    *since = bracket;
                }
            }
            TokenKind::Lpar
            | TokenKind::Lsqb
            | TokenKind::Lbrace
            | TokenKind::FStringStart
            | TokenKind::TStringStart => {
                open.push(1);
                depth += 1;
            }
            TokenKind::Rpar
            | TokenKind::Rsqb
            | TokenKind::Rbrace
            | TokenKind::FStringEnd
            | TokenKind::TStringEnd => {
                if open.len() > 1 {
                    depth -= open.pop().unwrap_or_default();
                }
                // A call or an item encloses the expression before it.
                if let Some(around) = open.last_mut() {
                    *around += 1;
                    depth += 1;
                }
            }
            TokenKind::Name
            | TokenKind::Int
            | TokenKind::Float
            | TokenKind::String
            | TokenKind::FStringMiddle
            | TokenKind::TStringMiddle
            | TokenKind::Comment
            | TokenKind::NonLogicalNewline => {}
            _ => {
                if let Some(around) = open.last_mut() {
                    *around += 1;
                    depth += 1;
                }
            }
        }
        if depth + indentation > MAX_DEPTH {
            return true;
        }
    }
}

/// Returns `true` if every version of Python 3 rejects the parser's `error`.
fn is_certain(error: &ParseErrorType) -> bool {
    match error {
        // Names that became keywords later, and syntax that a version may add.
        ParseErrorType::StringAnnotationError(_)
        | ParseErrorType::UnexpectedTokenAfterAsync(_)
        | ParseErrorType::UnexpectedIpythonEscapeCommand
        | ParseErrorType::IterableUnpackingInComprehension
        | ParseErrorType::EmptyTypeParams
        | ParseErrorType::TStringError(_) => false,
        ParseErrorType::Lexical(error) => is_certain_in_word(error),
        _ => true,
    }
}

/// Returns `true` if every version of Python 3 rejects a token with this `error`.
fn is_certain_in_word(error: &LexicalErrorType) -> bool {
    match error {
        LexicalErrorType::UnrecognizedToken { tok } => !matches!(tok, '$' | '!' | '?' | '`'),
        LexicalErrorType::OtherError(_) | LexicalErrorType::TStringError(_) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // Helpers of tests.
    use super::*;

    fn parse(text: &str) -> Option<Arc<Module>> {
        Module::parse(&text.into())
    }

    #[test]
    fn the_same_text_is_parsed_once() {
        let cache = QueryCache::default();
        let parse = |text: &str| Module::cached(&cache, &text.into());
        let one = parse("import argparse  # once\n").unwrap();
        let other = parse("import argparse  # once\n").unwrap();
        assert!(Arc::ptr_eq(&one, &other));
        let changed = parse("import argparse  # ence\n").unwrap();
        assert!(!Arc::ptr_eq(&one, &changed));
        assert_eq!(&**changed.text(), "import argparse  # ence\n");
    }

    #[test]
    fn errors_have_places() {
        let module = parse("print('a'\nx = (1]\n").unwrap();
        assert!(!module.errors().is_empty());
        assert!(
            parse("match x:\n  case 1: pass\n")
                .unwrap()
                .errors()
                .is_empty()
        );
    }

    #[test]
    fn long_lists_and_texts_are_parsed() {
        let rows = "('a', 1, -2.5, x.y),\n".repeat(20_000);
        assert!(parse(&format!("rows = [\n{rows}]\n")).is_some());
        assert!(parse(&"x = f(a)[1].b\n".repeat(20_000)).is_some());
        assert!(parse(&format!("x = ({})\n", "'a'\n".repeat(20_000))).is_some());
    }

    #[test]
    fn deep_scripts_are_left_alone() {
        let n = 100_000;
        for (name, text) in [
            (
                "brackets",
                format!("x = {}{}", "[".repeat(n), "]".repeat(n)),
            ),
            ("unclosed", "(".repeat(n)),
            ("closed", ")".repeat(n)),
            ("sum", format!("x = 1{}", "+1".repeat(n))),
            ("chain", format!("x = a{}", ".b".repeat(n))),
            ("calls", format!("x = a{}", "()".repeat(n))),
            ("items", format!("x = a{}", "[0]".repeat(n))),
            ("not", format!("x = {}y", "not ".repeat(n))),
            ("lambda", format!("x = {}y", "lambda:".repeat(n))),
            ("power", format!("x = 1{}", "**1".repeat(n))),
            ("else", format!("x = 1{}", " if a else 1".repeat(n / 2))),
            ("f-strings", format!("x = {}", "f'{".repeat(n))),
            ("dictionaries", format!("x = {}", "{1:".repeat(n))),
            ("commas", format!("x = {}", "[1,".repeat(n))),
        ] {
            assert!(parse(&text).is_none(), "{name}");
        }
        let blocks: String = (0..1400)
            .map(|n| format!("{}if x:\n", " ".repeat(n)))
            .collect();
        assert!(blocks.len() < MAX_BYTES);
        assert!(parse(&blocks).is_none());
        let blocks: String = (0..300)
            .map(|n| format!("{}if x:\n", " ".repeat(n)))
            .collect();
        assert!(parse(&blocks).is_some());
        assert!(parse(&" ".repeat(MAX_BYTES + 1)).is_none());
    }
}
