//! Text of a shell to commands and words, each with its place. Commands inside `$( )` come before
//! the one that they are a part of.

use super::dialect::{Dialect, Reading};
use crate::text::TextRange;

/// How deep `$( )` may be nested.
const DEEPEST: usize = 16;

/// A part of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Text(String),
    /// `$NAME`, `${NAME}`, `%NAME%`, and `$(NAME)`, which is one in pipelines and Makefiles.
    Variable(String),
    /// The folder of the script itself.
    ScriptFolder,
    /// What only the run knows.
    Unknown,
}

/// A word as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Word {
    pub(super) pieces: Vec<Piece>,
    pub(super) range: TextRange,
    /// Whether a part of it is in quotes: such a word is one word whatever it holds.
    pub(super) is_quoted: bool,
}

impl Word {
    /// Its text; empty where a part is not known.
    pub(super) fn plain(&self) -> String {
        self.literal().unwrap_or_default()
    }

    /// Its text; `None` where a part is not known.
    pub(super) fn literal(&self) -> Option<String> {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(part) => text.push_str(part),
                _ => return None,
            }
        }
        Some(text)
    }

    fn push(&mut self, part: &str) {
        if let Some(Piece::Text(text)) = self.pieces.last_mut() {
            text.push_str(part);
        } else {
            self.pieces.push(Piece::Text(part.to_owned()));
        }
    }
}

/// A simple command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Command {
    pub(super) words: Vec<Word>,
    /// The files behind `<` and `>`.
    pub(super) redirects: Vec<Word>,
}

impl Command {
    /// From its first word to its last.
    pub(super) fn range(&self) -> TextRange {
        let ranges = self.words.iter().map(|word| word.range);
        ranges.reduce(TextRange::cover).unwrap_or_default()
    }
}

/// What a shell does, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    Command(Command),
    /// A subshell begins.
    Open,
    Close,
    /// A line of the text ends, and with it a command.
    LineEnd,
    Comment(TextRange),
}

/// What `range` of `text` makes a shell do; `None` where it is nested too deep.
pub(super) fn events(text: &str, range: TextRange, reading: Reading) -> Option<Vec<Event>> {
    let mut lexer = Lexer {
        text,
        at: range.start as usize,
        end: (range.end as usize).min(text.len()),
        reading,
        depth: 0,
        events: Vec::new(),
        heredocs: Vec::new(),
        gave_up: false,
    };
    while lexer.at < lexer.end {
        // A `)` that closes nothing is skipped.
        lexer.commands();
        lexer.at += 1;
    }
    (!lexer.gave_up).then_some(lexer.events)
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    reading: Reading,
    depth: usize,
    events: Vec<Event>,
    /// What ends the texts that begin on the next line.
    heredocs: Vec<String>,
    gave_up: bool,
}

/// The command and the word that are being read.
#[derive(Default)]
struct Open {
    command: Command,
    word: Option<Word>,
    /// The next word is a file.
    redirects: bool,
}

impl Open {
    fn word(&mut self, at: usize) -> &mut Word {
        self.word.get_or_insert_with(|| Word {
            range: TextRange::from(at..at),
            ..Word::default()
        })
    }

    fn end_word(&mut self, at: usize) {
        if let Some(mut word) = self.word.take() {
            word.range = TextRange::from(word.range.start as usize..at);
            match std::mem::take(&mut self.redirects) {
                true => self.command.redirects.push(word),
                false => self.command.words.push(word),
            }
        }
    }
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        let at = self.at + ahead;
        (at < self.end).then(|| self.text.as_bytes()[at])
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn dialect(&self) -> Dialect {
        self.reading.dialect
    }

    fn end_command(&mut self, open: &mut Open) {
        open.end_word(self.at);
        let command = std::mem::take(&mut open.command);
        if !command.words.is_empty() {
            self.events.push(Event::Command(command));
        }
        open.redirects = false;
    }

    /// Reads commands up to the `)` that ends them, which is left, or to the end.
    fn commands(&mut self) {
        let mut open = Open::default();
        while let Some(byte) = self.peek(0) {
            match byte {
                b')' => break,
                b'\n' | b'\r' => self.line_end(&mut open),
                b' ' | b'\t' => {
                    open.end_word(self.at);
                    self.at += 1;
                }
                b'#' if open.word.is_none() && self.dialect() != Dialect::Cmd => self.comment(),
                b';' | b'|' | b'&' if !(byte == b';' && self.dialect() == Dialect::Cmd) => {
                    self.end_command(&mut open);
                    self.at += 1;
                }
                b'<' | b'>' => self.redirect(&mut open),
                b'(' => self.parenthesis(&mut open),
                _ => self.part(&mut open),
            }
        }
        self.end_command(&mut open);
    }

    fn line_end(&mut self, open: &mut Open) {
        if self.reading.folds && !self.is_before_blank_line() {
            open.end_word(self.at);
            self.at += 1;
            return;
        }
        self.end_command(open);
        self.events.push(Event::LineEnd);
        self.at += 1;
        if self.text.as_bytes()[self.at - 1] == b'\n' {
            for end in std::mem::take(&mut self.heredocs) {
                self.skip_heredoc(&end);
            }
        }
    }

    /// Whether a blank line follows, which ends the line of a folded text.
    fn is_before_blank_line(&self) -> bool {
        let mut lines = self.rest().lines();
        lines.nth(1).is_none_or(|line| line.trim().is_empty())
    }

    fn skip_heredoc(&mut self, end: &str) {
        while self.at < self.end {
            let rest = self.rest();
            let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
            let is_end = rest[..length].trim() == end;
            self.at += length;
            if is_end {
                return;
            }
        }
    }

    fn comment(&mut self) {
        let rest = self.rest();
        let length = rest.find('\n').unwrap_or(rest.len());
        let length = rest[..length].trim_end_matches('\r').len();
        self.events
            .push(Event::Comment(TextRange::from(self.at..self.at + length)));
        self.at += length;
    }

    fn redirect(&mut self, open: &mut Open) {
        // `2>` is no word.
        let digits = open.word.as_ref().and_then(Word::literal);
        if digits.is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit())) {
            open.word = None;
        }
        open.end_word(self.at);
        if self.peek(1) == Some(b'(') {
            self.at += 1;
            return;
        }
        let is_heredoc = self.rest().starts_with("<<") && !self.rest().starts_with("<<<");
        while matches!(self.peek(0), Some(b'<' | b'>' | b'&' | b'|')) {
            self.at += 1;
        }
        if is_heredoc && self.dialect() == Dialect::Posix {
            let word = self.rest().trim_start_matches(['-', ' ', '\t']);
            let end = word
                .split([' ', '\t', '\n', '\r', ';', '|', '>', ')'])
                .next();
            let end = end.unwrap_or_default().replace(['"', '\'', '\\'], "");
            if !end.is_empty() {
                self.heredocs.push(end);
            }
        }
        open.redirects = true;
    }

    fn parenthesis(&mut self, open: &mut Open) {
        self.end_command(open);
        self.at += 1;
        self.nested();
        self.end_command(open);
    }

    /// Commands up to and with the next `)`.
    fn nested(&mut self) {
        if self.depth >= DEEPEST {
            (self.gave_up, self.at) = (true, self.end);
            return;
        }
        self.depth += 1;
        self.events.push(Event::Open);
        self.commands();
        self.events.push(Event::Close);
        self.depth -= 1;
        self.at += 1;
    }

    /// One part of a word: a character, a variable, text in quotes.
    fn part(&mut self, open: &mut Open) {
        let start = self.at;
        let Some(byte) = self.peek(0) else { return };
        match byte {
            b'\'' if self.dialect() != Dialect::Cmd => {
                open.word(start).is_quoted = true;
                self.at += 1;
                let rest = self.rest();
                let length = rest.find('\'').unwrap_or(rest.len());
                open.word(start).push(&rest[..length]);
                self.at += length + 1;
            }
            b'"' => {
                open.word(start).is_quoted = true;
                self.at += 1;
                self.double_quoted(open);
            }
            _ => self.unquoted(open.word(start), true),
        }
    }

    fn double_quoted(&mut self, open: &mut Open) {
        let at = self.at;
        while let Some(byte) = self.peek(0) {
            if byte == b'"' {
                self.at += 1;
                return;
            }
            self.unquoted(open.word(at), false);
        }
    }

    /// Plain characters, another character, or what stands for others. Outside of quotes an escaped
    /// line end is nothing, and `*` is unknown.
    fn unquoted(&mut self, word: &mut Word, splits: bool) {
        let Some(byte) = self.peek(0) else { return };
        let dialect = self.dialect();
        if self.rest().starts_with("${{") {
            return self.expression(word);
        }
        match byte {
            b'$' if dialect != Dialect::Cmd => self.dollar(word),
            b'%' if dialect == Dialect::Cmd => self.percent(word),
            b'`' if dialect == Dialect::Posix => self.backticks(word),
            _ if byte == dialect.escape() => self.escaped(word, splits),
            b'*' | b'?' | b'~' if splits && dialect == Dialect::Posix => {
                word.pieces.push(Piece::Unknown);
                self.at += 1;
            }
            _ => {
                let rest = self.rest();
                let plain = rest.bytes().take_while(|byte| is_plain(*byte)).count();
                let first = || rest.chars().next().map_or(1, char::len_utf8);
                let length = if plain > 0 { plain } else { first() };
                word.push(&self.text[self.at..self.at + length]);
                self.at += length;
            }
        }
    }

    fn escaped(&mut self, word: &mut Word, splits: bool) {
        self.at += 1;
        let rest = self.rest();
        let after = rest.strip_prefix('\r').unwrap_or(rest);
        if after.starts_with('\n') {
            self.at += rest.len() - after.len() + 1;
            if splits && word.pieces.is_empty() {
                // The next word begins where its first character stands.
                word.range = TextRange::from(self.at..self.at);
            }
            return;
        }
        let Some(c) = rest.chars().next() else { return };
        // In double quotes `\` stays before most characters.
        if !splits && !matches!(c, '"' | '\\' | '$' | '`') {
            word.push(char::from(self.dialect().escape()).encode_utf8(&mut [0; 4]));
        }
        word.push(c.encode_utf8(&mut [0; 4]));
        self.at += c.len_utf8();
    }

    /// `${{ .. }}` of workflows and pipelines, filled in before the shell runs.
    fn expression(&mut self, word: &mut Word) {
        let rest = self.rest();
        let length = rest.find("}}").map_or(rest.len(), |at| at + 2);
        let inner = rest[..length]
            .trim_start_matches("${{")
            .trim_end_matches("}}")
            .trim();
        let name = inner
            .strip_prefix("env.")
            .or_else(|| inner.strip_prefix("variables."));
        word.pieces.push(match (inner, name) {
            ("github.workspace", _) => Piece::Variable("GITHUB_WORKSPACE".to_owned()),
            (_, Some(name)) if is_name(name) => Piece::Variable(name.to_owned()),
            _ => Piece::Unknown,
        });
        self.at += length;
    }

    fn dollar(&mut self, word: &mut Word) {
        if self.dialect() == Dialect::Make && self.peek(1) == Some(b'$') {
            self.at += 1;
        }
        match self.peek(1) {
            Some(b'(') => self.substitution(word),
            Some(b'{') => {
                let rest = &self.rest()[2..];
                let length = rest.find('}').unwrap_or(rest.len());
                let name = &rest[..length];
                let name = name.strip_prefix("env:").unwrap_or(name);
                word.pieces.push(if is_name(name) {
                    Piece::Variable(name.to_owned())
                } else {
                    Piece::Unknown
                });
                self.at += (2 + length + 1).min(self.end - self.at);
            }
            _ => {
                let rest = &self.rest()[1..];
                let rest = rest.strip_prefix("env:").unwrap_or(rest);
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
                let special = rest.starts_with(['@', '*', '#', '?', '!', '-']);
                let before = self.rest().len() - rest.len();
                word.pieces.push(match name {
                    "" if !special => Piece::Text("$".to_owned()),
                    "PSScriptRoot" => Piece::ScriptFolder,
                    name if is_name(name) => Piece::Variable(name.to_owned()),
                    _ => Piece::Unknown,
                });
                let special = usize::from(name.is_empty() && special);
                self.at += before + name.len() + special;
            }
        }
    }

    fn substitution(&mut self, word: &mut Word) {
        let start = self.at;
        self.at += 2;
        if self.peek(0) == Some(b'(') {
            // Arithmetic.
            let rest = self.rest();
            self.at += rest.find("))").map_or(rest.len(), |at| at + 2);
            word.pieces.push(Piece::Unknown);
            return;
        }
        self.nested();
        let whole = self
            .text
            .get(start..self.at.min(self.end))
            .unwrap_or_default();
        let inner = whole.trim_start_matches("$(").trim_end_matches(')');
        word.pieces.push(match inner {
            _ if is_script_folder(inner) => Piece::ScriptFolder,
            _ if is_name(inner) => Piece::Variable(inner.to_owned()),
            _ => Piece::Unknown,
        });
    }

    fn backticks(&mut self, word: &mut Word) {
        self.at += 1;
        let rest = self.rest();
        let length = rest.find('`').unwrap_or(rest.len());
        let end = std::mem::replace(&mut self.end, self.at + length);
        word.pieces.push(if is_script_folder(self.rest()) {
            Piece::ScriptFolder
        } else {
            Piece::Unknown
        });
        self.nested();
        (self.at, self.end) = (self.end + 1, end);
    }

    fn percent(&mut self, word: &mut Word) {
        let rest = &self.rest()[1..];
        if let Some(after) = rest.strip_prefix("~dp0") {
            word.pieces.push(Piece::ScriptFolder);
            let slash = usize::from(after.starts_with(['\\', '/']));
            word.push("/");
            self.at += 5 + slash;
            return;
        }
        match rest.split_once('%') {
            Some((name, _)) if is_name(name) => {
                word.pieces.push(Piece::Variable(name.to_owned()));
                self.at += name.len() + 2;
            }
            _ => {
                word.pieces.push(Piece::Unknown);
                self.at += 1;
            }
        }
    }
}

/// Whether `byte` stands for itself in every shell, in quotes and outside of them.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b':' | b'=' | b',')
}

/// Whether `text` is the name of a variable; those of pipelines have dots.
fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(is_part)
}

/// Whether the command `text` writes the folder of the script: `dirname "$0"`, and what people do
/// to have it in full.
fn is_script_folder(text: &str) -> bool {
    let names_script = text.contains("$0") || text.contains("BASH_SOURCE");
    text.contains("dirname") && names_script && !text.contains("..")
}
