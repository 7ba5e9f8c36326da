//! One command `az ml`: what it does, with which file, and what it sets itself.

use super::data_path::DataPath;
use super::folder::{Place, Session, leading_words_left_out};
use super::lexer::{Command, Piece, Word};
use super::options::{key_of, takes_many};
use crate::syntax::Segment;
use crate::text::TextRange;

/// What a command does with its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// It sends what the file and its options say: `create`, `update`.
    Send,
    /// It checks the file: `validate`.
    Validate,
    /// It runs something else on the file: `invoke`.
    Invoke,
}

/// A key that a command sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Which.
    pub path: DataPath,
    /// The word that says so.
    pub range: TextRange,
}

/// The file that a command names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileWord {
    /// The word.
    pub range: TextRange,
    /// The name of the file, where the word tells.
    pub name: Option<Box<str>>,
    /// Where it is, where the script tells.
    pub place: Option<Place>,
}

/// One command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// What it is about: `job`, `online-deployment`.
    pub noun: String,
    /// What it does.
    pub action: Action,
    /// What it reads.
    pub file: Option<FileWord>,
    /// The registry that it sends the file to, where that is one word.
    pub registry: Option<Box<str>>,
    /// What it sets.
    pub settings: Vec<Setting>,
    /// Whether it sets more that only the run knows: `--set $VALUES`, `"$@"`.
    pub sets_unknown: bool,
    /// From `az` to its last word.
    pub range: TextRange,
}

impl CommandLine {
    /// `None` for other commands, and for those of `az ml` that take no file.
    pub(super) fn read(command: &Command, session: &Session<'_>) -> Option<Self> {
        let words = without_assignment(leading_words_left_out(&command.words));
        let [az, ml, noun, verb, rest @ ..] = words else {
            return None;
        };
        // A line of a Makefile may begin with signs for `make`.
        let program = az.plain();
        let program = program.trim_start_matches(['@', '-', '+']);
        if !matches!(program, "az" | "az.cmd") || ml.plain() != "ml" {
            return None;
        }
        let action = match &*verb.plain() {
            "create" | "update" => Action::Send,
            "validate" => Action::Validate,
            "invoke" => Action::Invoke,
            _ => return None,
        };
        let mut line = Self {
            noun: noun.plain(),
            action,
            file: None,
            registry: None,
            settings: Vec::new(),
            sets_unknown: false,
            range: words
                .iter()
                .map(|word| word.range)
                .fold(az.range, TextRange::cover),
        };
        line.read_options(rest, session);
        Some(line)
    }

    fn read_options(&mut self, words: &[Word], session: &Session<'_>) {
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let Some((option, inline)) = option(word) else {
                self.sets_unknown |= may_be_options(word);
                continue;
            };
            let most = match inline {
                Some(_) => 0,
                None if takes_many(&option) => usize::MAX,
                None => 1,
            };
            let is_value = |word: &&Word| self::option(word).is_none();
            let count = words[at..].iter().take(most).take_while(is_value).count();
            let values = inline.iter().chain(&words[at..at + count]);
            for value in values {
                self.take(&option, word, value, session);
            }
            at += count;
        }
    }

    fn take(&mut self, option: &str, word: &Word, value: &Word, session: &Session<'_>) {
        match option {
            "--file" | "-f" => {
                self.file = Some(FileWord {
                    range: value.range,
                    name: session.file_name(value),
                    place: session.place(value),
                });
            }
            "--registry-name" => self.registry = value.literal().map(Into::into),
            "--set" => match set_path(value) {
                Some(path) => self.settings.push(Setting {
                    path,
                    range: value.range,
                }),
                None => self.sets_unknown = true,
            },
            option => {
                let path = key_of(&self.noun, option).and_then(DataPath::read);
                let range = word.range.cover(value.range);
                self.settings
                    .extend(path.map(|path| Setting { path, range }));
            }
        }
    }

    /// Whether it sets the value at `path`.
    #[must_use]
    pub fn sets(&self, path: &[Segment]) -> Option<&Setting> {
        self.settings
            .iter()
            .find(|setting| setting.path.replaces(path))
    }

    /// Whether it sets `path` or a part of it, so that the key is there.
    #[must_use]
    pub fn adds(&self, path: &[Segment]) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.path.adds(path))
    }
}

/// The words behind `$x =` of PowerShell, and behind `A=b`, which is set for one command.
fn without_assignment(words: &[Word]) -> &[Word] {
    if let [name, sign, rest @ ..] = words
        && matches!(name.pieces[..], [Piece::Variable(_)])
        && sign.plain() == "="
    {
        return rest;
    }
    let is_assignment = |word: &&Word| {
        let Some(Piece::Text(text)) = word.pieces.first() else {
            return false;
        };
        text.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    };
    &words[words.iter().take_while(is_assignment).count()..]
}

/// `--name`, or `--name=value`.
fn option(word: &Word) -> Option<(String, Option<Word>)> {
    let Some(Piece::Text(text)) = word.pieces.first() else {
        return None;
    };
    let is_option = text.starts_with("--") || text.starts_with('-') && text.len() == 2;
    if !is_option || !text[1..].starts_with(|c: char| c == '-' || c.is_ascii_alphabetic()) {
        return None;
    }
    let Some((name, value)) = text.split_once('=') else {
        let is_whole = word.pieces.len() == 1;
        return is_whole.then(|| (text.clone(), None));
    };
    let mut pieces = vec![Piece::Text(value.to_owned())];
    if value.is_empty() {
        pieces.clear();
    }
    pieces.extend_from_slice(&word.pieces[1..]);
    let start = word.range.start as usize + name.len() + 1;
    let value = Word {
        pieces,
        range: TextRange::from(start..word.range.end as usize),
        is_quoted: word.is_quoted,
    };
    Some((name.to_owned(), Some(value)))
}

/// Whether a word that is no option may become several: `$ARGS`, `"$@"`.
fn may_be_options(word: &Word) -> bool {
    word.literal().is_none()
}

/// The key before `=`.
fn set_path(word: &Word) -> Option<DataPath> {
    let Some(Piece::Text(text)) = word.pieces.first() else {
        return None;
    };
    DataPath::read(text.split_once('=')?.0)
}
