//! One command `az ml`: its action, its file, and the keys that it sets itself.

use super::data_path::DataPath;
use super::options::{key_of, takes_many};
use super::place::Place;
use super::session::{Session, assigned_name, text_of, without_grammar};
use crate::shell::{Part, Separator, SimpleCommand, Word};
use crate::syntax::Segment;
use crate::text::TextRange;

/// The use of the file of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Makes a resource of the content of the file and its options: `create`.
    Create,
    /// Changes a resource: `update`.
    Update,
    /// Checks the file: `validate`.
    Validate,
    /// Uses the file in another way: `invoke`.
    Invoke,
}

impl Action {
    /// Returns `true` if the content of the file and the options are sent.
    pub fn sends(self) -> bool {
        matches!(self, Self::Create | Self::Update)
    }
}

/// A value as the file shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionText {
    /// The text, with the values of variables that the file sets.
    pub text: Box<str>,
    /// The word.
    pub range: TextRange,
}

/// A key that a command sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The key.
    pub path: DataPath,
    /// The word that sets it.
    pub range: TextRange,
    /// The value, if it is known; only of computes.
    pub value: Option<OptionText>,
}

/// The file that a command names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileWord {
    /// The word.
    pub range: TextRange,
    /// The name of the file, if it is known.
    pub name: Option<Box<str>>,
    /// The place of the file, if it is known.
    pub place: Option<Place>,
}

impl FileWord {
    fn of(word: &Word, session: &Session<'_>) -> Self {
        Self {
            range: word.range.clone().into(),
            name: session.file_name(word),
            place: session.place(word),
        }
    }
}

/// One command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The type of the resource: `job`, `online-deployment`; only its end if the rest is unknown: `-deployment`.
    pub noun: String,
    /// The verb.
    pub action: Action,
    /// The file that it reads.
    pub file: Option<FileWord>,
    /// The data that it uploads: `--path` of `az ml data create`.
    pub data: Option<FileWord>,
    /// The registry that gets the file, if it is known.
    pub registry: Option<Box<str>>,
    /// The keys that it sets on the command line.
    pub settings: Vec<Setting>,
    /// `true` if it sets other keys that are known only at run time: `--set $VALUES`, `"$@"`.
    pub sets_unknown: bool,
    /// `true` if another command runs where it fails: `||`.
    pub has_alternative: bool,
    /// The range from `az` to its last word.
    pub range: TextRange,
}

impl CommandLine {
    /// Reads a command; `None` for other commands, and for those of `az ml` that take no file.
    pub(super) fn read(command: &SimpleCommand, session: &Session<'_>) -> Option<Self> {
        let words = az_ml_words(command)?;
        let [_, _, noun, verb, rest @ ..] = words else {
            return None;
        };
        let action = match text_of(verb) {
            "create" => Action::Create,
            "update" => Action::Update,
            "validate" => Action::Validate,
            "invoke" => Action::Invoke,
            _ => return None,
        };
        let mut line = Self {
            noun: known_end(noun).to_owned(),
            action,
            file: None,
            data: None,
            registry: None,
            settings: Vec::new(),
            sets_unknown: false,
            has_alternative: command.after == Separator::Or,
            range: range(words)?,
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
                None if takes_many(option) => usize::MAX,
                None => 1,
            };
            let is_value = |word: &&Word| self::option(word).is_none();
            let count = words[at..].iter().take(most).take_while(is_value).count();
            let values = inline.iter().chain(&words[at..at + count]);
            for value in values {
                self.set_option(option, word, value, session);
            }
            at += count;
        }
    }

    fn set_option(&mut self, option: &str, word: &Word, value: &Word, session: &Session<'_>) {
        match option {
            "--file" | "-f" => {
                self.file = Some(FileWord::of(value, session));
            }
            "--registry-name" => self.registry = value.literal().map(Into::into),
            "--set" => match set_path(value) {
                Some(path) => self.settings.push(Setting {
                    path,
                    range: value.range.clone().into(),
                    value: None,
                }),
                None => self.sets_unknown = true,
            },
            option => {
                if self.noun == "data" && matches!(option, "--path" | "-p") {
                    self.data = Some(FileWord::of(value, session));
                }
                let path = key_of(&self.noun, option).and_then(DataPath::read);
                let value_range = TextRange::from(value.range.clone());
                let range = TextRange::from(word.range.clone()).cover(value_range);
                let text = (self.noun == "compute").then(|| session.text(value));
                let value = text.flatten().map(|text| OptionText {
                    text,
                    range: value_range,
                });
                self.settings
                    .extend(path.map(|path| Setting { path, range, value }));
            }
        }
    }

    /// Returns `true` if it sends a file whose name is known only when it runs.
    pub(crate) fn sends_unknown_file(&self) -> bool {
        let is_unknown = |file: &FileWord| file.name.is_none();
        self.action.sends() && self.file.as_ref().is_some_and(is_unknown)
    }

    /// Returns the setting that replaces the value at `path`, if there is one.
    pub fn sets(&self, path: &[Segment]) -> Option<&Setting> {
        self.settings
            .iter()
            .find(|setting| setting.path.replaces(path))
    }

    /// Returns the setting of `path` or of a part of it, which makes sure that the key exists.
    pub fn adds(&self, path: &[Segment]) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.path.adds(path))
    }
}

/// Returns the words of a command from `az ml` on.
pub(super) fn az_ml_words(command: &SimpleCommand) -> Option<&[Word]> {
    let words = without_assignment(without_grammar(&command.words));
    let [az, ml, ..] = words else { return None };
    // A recipe line of a Makefile may begin with prefixes for `make`.
    let program = text_of(az).trim_start_matches(['@', '-', '+']);
    (matches!(program, "az" | "az.cmd") && text_of(ml) == "ml").then_some(words)
}

/// Returns the text of `word`, or what follows its last unknown part.
fn known_end(word: &Word) -> &str {
    match word.parts.last() {
        Some(Part::Literal(text)) => text,
        _ => "",
    }
}

fn range(words: &[Word]) -> Option<TextRange> {
    Some(TextRange::from(
        words.first()?.range.start..words.last()?.range.end,
    ))
}

/// Returns the words after `$x =` of PowerShell and `commands =` of `tox.ini`, and after `A=b`,
/// which is set for one command.
fn without_assignment(words: &[Word]) -> &[Word] {
    if let [name, sign, rest @ ..] = words
        && (matches!(name.parts[..], [Part::Variable(_)]) || text_of(name) == "commands")
        && text_of(sign) == "="
    {
        return rest;
    }
    let is_assignment = |word: &&Word| assigned_name(word).is_some();
    &words[words.iter().take_while(is_assignment).count()..]
}

/// Reads `--name`, or `--name=value`.
pub(super) fn option(word: &Word) -> Option<(&str, Option<Word>)> {
    let text = word.prefix();
    // `--` ends the options, and `--%` is for PowerShell.
    let name = match text.strip_prefix("--") {
        Some(name) => name,
        None => text.strip_prefix('-').filter(|name| name.len() == 1)?,
    };
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    match text.split_once('=') {
        Some((name, _)) => Some((name, Some(word.without_prefix(name.len() + 1)))),
        None => word.literal().map(|text| (text, None)),
    }
}

/// Returns `true` if a word that isn't an option may expand to several: `$ARGS`, `"$@"`.
fn may_be_options(word: &Word) -> bool {
    word.literal().is_none()
}

/// Returns the key before `=`.
fn set_path(word: &Word) -> Option<DataPath> {
    DataPath::read(word.prefix().split_once('=')?.0)
}
