//! Puts words into simple commands.

use std::ops::{Deref, Range};
use std::sync::Arc;

use super::lexer::{Token, Unclosed, tokens};
use super::word::Word;
use crate::expression::ScannedText;
use crate::query::{Query, QueryCache};
use crate::syntax::Node;
use crate::text::TextRange;

/// The text of a `command` as the shell reads it.
#[derive(Clone, Debug)]
pub struct Command<'t> {
    /// The scalar with its expressions.
    pub text: ScannedText<'t>,
    parts: Arc<CommandParts>,
}

/// The parts of a `command`, without its place in a file.
#[derive(Debug)]
pub struct CommandParts {
    /// The simple commands in the order of the text, also those inside compound ones.
    pub simple: Vec<SimpleCommand>,
    /// Whether there is an `if`, a loop, a group, or a function: what runs is not known then.
    pub is_compound: bool,
    /// What the text ends in the middle of; the last word is unknown then.
    pub unclosed: Option<Unclosed>,
    /// Whether a template engine fills in something: `{{name}}`, but not `${{inputs.name}}`.
    pub is_template: bool,
}

impl Deref for Command<'_> {
    type Target = CommandParts;

    fn deref(&self) -> &CommandParts {
        &self.parts
    }
}

/// The parts of commands by text.
struct Commands;

impl Query for Commands {
    type Key = Box<str>;
    type Value = Arc<CommandParts>;
    /// In bytes.
    const CAPACITY: usize = 4 << 20;
}

/// Size of the parts of a command, rather more than less: a constant, and a factor of its length.
const SIZE: (usize, usize) = (768, 24);

/// A program or builtin with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimpleCommand {
    /// Its words in order, assignments in front included.
    pub words: Vec<Word>,
    /// Where its input comes from and its output goes.
    pub redirects: Vec<Redirect>,
    /// What ends it.
    pub after: Separator,
}

/// `> file`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redirect {
    /// What it does.
    pub kind: RedirectKind,
    /// The operator, in the decoded text.
    pub operator: Range<usize>,
    /// What it names.
    pub target: Word,
}

/// What a redirection does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RedirectKind {
    /// `<`
    Input,
    /// `>`, `>>`, `>|`, `&>`, `<>`: makes the file where it is not there.
    Output,
    /// `2>&1`
    Duplicate,
    /// `<<END`
    HereDocument,
    /// `<<<text`
    HereString,
}

/// What ends a simple command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// `&&`
    And,
    /// `||`
    Or,
    /// `;`
    Semicolon,
    /// `|` and `|&`
    Pipe,
    /// `&`
    Background,
    /// A line end.
    Line,
    /// A bracket, or `;;`: part of a compound command.
    Compound,
    /// The end of the text.
    End,
}

/// The words that begin or end compound commands, and `!`, by POSIX and bash.
const RESERVED: &[&str] = &[
    "!", "[[", "{", "}", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for",
    "function", "if", "in", "select", "then", "until", "while",
];

impl<'t> Command<'t> {
    /// Reads `node`; `None` unless it is a scalar.
    #[must_use]
    pub fn read(node: Node<'t>) -> Option<Self> {
        ScannedText::new(node).map(Self::of)
    }

    /// Reads a scalar whose expressions are known.
    #[must_use]
    pub fn of(text: ScannedText<'t>) -> Self {
        let parts = Arc::new(CommandParts::of(&text));
        Self { text, parts }
    }

    /// As [`Self::of`]; a text in `cache` is not read again.
    pub(crate) fn cached(cache: &QueryCache, text: ScannedText<'t>) -> Self {
        let size = SIZE.0 + SIZE.1 * text.text.len();
        let commands = cache.table::<Commands>();
        let parts = commands.get_or_make(text.text, size, || Arc::new(CommandParts::of(&text)));
        Self { text, parts }
    }

    /// The place in the file of a range of the decoded text.
    #[must_use]
    pub fn range(&self, decoded: &Range<usize>) -> TextRange {
        self.text.range(decoded)
    }
}

impl CommandParts {
    fn of(text: &ScannedText<'_>) -> Self {
        let tokens = tokens(text.text, &text.scan);
        let mut builder = Builder {
            text: text.text,
            simple: Vec::new(),
            words: Vec::new(),
            redirects: Vec::new(),
            is_compound: false,
        };
        let mut list = tokens.list.into_iter().peekable();
        while let Some(token) = list.next() {
            match token {
                Token::Word(word) => builder.word(word),
                Token::Operator(range) => {
                    let target = list.next_if(|next| {
                        matches!(next, Token::Word(_)) && builder.is_redirect(&range)
                    });
                    match target {
                        Some(Token::Word(target)) => builder.redirect(range, target),
                        _ => builder.separator(&range),
                    }
                }
            }
        }
        builder.end(Separator::End);
        Self {
            simple: builder.simple,
            is_compound: builder.is_compound,
            unclosed: tokens.unclosed,
            is_template: is_template(text.text),
        }
    }
}

fn is_template(text: &str) -> bool {
    let mut done = 0;
    for (at, _) in text.match_indices('{') {
        let behind = text.as_bytes().get(at + 1);
        if behind == Some(&b'%') {
            return true;
        }
        if behind == Some(&b'{') && at >= done {
            if !text[..at].ends_with('$') {
                return true;
            }
            done = at + 2;
        }
    }
    false
}

impl SimpleCommand {
    /// From its first word to its last, in the decoded text; `None` where there are only
    /// redirections.
    #[must_use]
    pub fn range(&self) -> Option<Range<usize>> {
        Some(self.words.first()?.range.start..self.words.last()?.range.end)
    }
}

struct Builder<'t> {
    text: &'t str,
    simple: Vec<SimpleCommand>,
    words: Vec<Word>,
    redirects: Vec<Redirect>,
    is_compound: bool,
}

impl Builder<'_> {
    fn word(&mut self, word: Word) {
        let is_reserved = self.words.is_empty() && RESERVED.iter().any(|text| word.is(text));
        self.is_compound |= is_reserved;
        self.words.push(word);
    }

    fn is_redirect(&self, operator: &Range<usize>) -> bool {
        let text = &self.text[operator.clone()];
        text.contains(['<', '>'])
    }

    fn redirect(&mut self, operator: Range<usize>, target: Word) {
        let is_descriptor = target
            .literal()
            .is_some_and(|text| text == "-" || text.bytes().all(|byte| byte.is_ascii_digit()));
        let kind = match &self.text[operator.clone()] {
            ">&" | "<&" if is_descriptor => RedirectKind::Duplicate,
            "<" | "<&" => RedirectKind::Input,
            "<<" | "<<-" => RedirectKind::HereDocument,
            "<<<" => RedirectKind::HereString,
            _ => RedirectKind::Output,
        };
        self.redirects.push(Redirect {
            kind,
            operator,
            target,
        });
    }

    fn separator(&mut self, operator: &Range<usize>) {
        let after = match &self.text[operator.clone()] {
            "&&" => Separator::And,
            "||" => Separator::Or,
            ";" => Separator::Semicolon,
            "|" | "|&" => Separator::Pipe,
            "&" => Separator::Background,
            "\n" => Separator::Line,
            // A redirection to nothing is a mistake, and the shell says so.
            _ => {
                self.is_compound = true;
                Separator::Compound
            }
        };
        self.end(after);
    }

    fn end(&mut self, after: Separator) {
        if self.words.is_empty() && self.redirects.is_empty() {
            return;
        }
        self.simple.push(SimpleCommand {
            words: std::mem::take(&mut self.words),
            redirects: std::mem::take(&mut self.redirects),
            after,
        });
    }
}
