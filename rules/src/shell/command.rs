//! Puts words into simple commands.

use std::ops::Range;

use super::lexer::{ShellText, ShellToken, Unclosed, tokens};
use super::word::Word;

/// An event while a shell reads a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A simple command, also one inside a compound command.
    Command(SimpleCommand),
    /// `(`
    SubshellStart,
    /// `)`, also one without `(`, as in a `case`.
    SubshellEnd,
    /// A line ends, and with it a command.
    LineEnd,
    /// A comment.
    Comment(Range<usize>),
}

/// Facts about a text as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// `true` if there is an `if`, a loop, a group, or a function: what runs is unknown then.
    pub is_compound: bool,
    /// The construct that is unclosed at the end of the text; the last word is unknown then.
    pub unclosed: Option<Unclosed>,
}

/// A program or builtin with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimpleCommand {
    /// Its words in order, including assignments before the program.
    pub words: Vec<Word>,
    /// Its redirections in order.
    pub redirects: Vec<Redirect>,
    /// The separator after it.
    pub after: Separator,
}

/// `> file`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redirect {
    /// Its kind.
    pub kind: RedirectKind,
    /// The place of the operator.
    pub operator: Range<usize>,
    /// The word after the operator: a file, a number, or a delimiter.
    pub target: Word,
}

/// A kind of redirection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RedirectKind {
    /// `<`
    Input,
    /// `>`, `>>`, `>|`, `&>`, `<>`: makes the file if there is none.
    Output,
    /// `2>&1`
    Duplicate,
    /// `<<END`
    HereDocument,
    /// `<<<text`
    HereString,
}

/// The end of a simple command.
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

/// Parses `source`, and passes its commands to `on_event` in the order of the text.
pub fn read(source: ShellText<'_>, on_event: &mut dyn FnMut(Event)) -> Outcome {
    let tokens = tokens(source);
    let mut builder = Builder {
        text: source.text,
        on_event,
        words: Vec::new(),
        redirects: Vec::new(),
        is_compound: false,
    };
    let mut list = tokens.list.into_iter().peekable();
    while let Some(token) = list.next() {
        match token {
            ShellToken::Word(word) => builder.word(word),
            ShellToken::Comment(range) => (builder.on_event)(Event::Comment(range)),
            ShellToken::Operator(range) => {
                let target = list.next_if(|next| {
                    matches!(next, ShellToken::Word(_)) && builder.is_redirect(&range)
                });
                match target {
                    Some(ShellToken::Word(target)) => builder.redirect(range, target),
                    _ => builder.separator(&range),
                }
            }
        }
    }
    builder.end(Separator::End);
    Outcome {
        is_compound: builder.is_compound,
        unclosed: tokens.unclosed,
    }
}

impl SimpleCommand {
    /// Returns the range from its first word to its last; `None` if there are only redirections.
    pub fn range(&self) -> Option<Range<usize>> {
        Some(self.words.first()?.range.start..self.words.last()?.range.end)
    }
}

struct Builder<'t> {
    text: &'t str,
    on_event: &'t mut dyn FnMut(Event),
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
            "\n" | "\r\n" | "\r" => Separator::Line,
            // A redirection without a target is an error that the shell reports.
            _ => {
                self.is_compound = true;
                Separator::Compound
            }
        };
        self.end(after);
        match &self.text[operator.clone()] {
            "(" => (self.on_event)(Event::SubshellStart),
            ")" => (self.on_event)(Event::SubshellEnd),
            _ if after == Separator::Line => (self.on_event)(Event::LineEnd),
            _ => {}
        }
    }

    fn end(&mut self, after: Separator) {
        if self.words.is_empty() && self.redirects.is_empty() {
            return;
        }
        (self.on_event)(Event::Command(SimpleCommand {
            words: std::mem::take(&mut self.words),
            redirects: std::mem::take(&mut self.redirects),
            after,
        }));
    }
}
