//! Words of an `az ml` command that the reference of the CLI doesn't list.

use super::command_line::{az_ml_words, option};
use super::reference::{AzCommand, words_after};
use super::session::text_of;
use crate::shell::{Separator, SimpleCommand, Word};
use crate::text::TextRange;

/// A command of `az ml` with words that the CLI doesn't know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unrecognized {
    /// Word that it doesn't know.
    pub what: UnrecognizedWord,
    /// The range of the word, or of the first one.
    pub range: TextRange,
    /// The range from `az` to the last word of the command.
    pub command: TextRange,
}

/// The words that the CLI doesn't know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnrecognizedWord {
    /// The name of a command or a group.
    Command {
        /// The words between `az ml` and it; empty if there are none.
        group: String,
        /// The word.
        name: String,
        /// The word after it.
        next: Option<String>,
    },
    /// Options.
    Options {
        /// The command that doesn't have them.
        command: &'static AzCommand,
        /// The options, as they are written; at least one.
        options: Vec<String>,
        /// `true` if the command reads a file.
        has_file: bool,
    },
}

impl Unrecognized {
    /// Reads a command; `None` if all its words are known, if a word in the place of its name isn't, and if
    /// another command runs where it fails.
    pub(super) fn read(command: &SimpleCommand) -> Option<Self> {
        let words = az_ml_words(command)?;
        if command.after == Separator::Or {
            return None;
        }
        let [first, _, names @ ..] = words else {
            return None;
        };
        let (what, range) = unrecognized(names)?;
        Some(Self {
            what,
            range,
            command: TextRange::from(first.range.start..words.last()?.range.end),
        })
    }
}

fn unrecognized(words: &[Word]) -> Option<(UnrecognizedWord, TextRange)> {
    let mut group = String::new();
    for (at, word) in words.iter().enumerate() {
        let text = word.literal().filter(|text| is_name(text))?;
        let name = match group.as_str() {
            "" => text.to_owned(),
            group => format!("{group} {text}"),
        };
        if let Some(known) = AzCommand::find(&name) {
            return unknown_options(known, &words[at + 1..]);
        }
        if words_after(&name).next().is_none() {
            let next = words.get(at + 1).map(|word| text_of(word).to_owned());
            let name = text.to_owned();
            let range = word.range.clone().into();
            return Some((UnrecognizedWord::Command { group, name, next }, range));
        }
        group = name;
    }
    None
}

/// Returns `true` for a word that may be the name of a command: letters, digits, and hyphens.
fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn unknown_options(
    command: &'static AzCommand,
    words: &[Word],
) -> Option<(UnrecognizedWord, TextRange)> {
    let mut options = Vec::new();
    let mut range = None;
    let mut has_file = false;
    for word in words {
        if text_of(word) == "--" {
            break;
        }
        let text = word.prefix();
        has_file |= text.starts_with("-f") || text.starts_with("--fi");
        // A text with blanks that begins with a hyphen is a value.
        let Some((option, _)) = option(word).filter(|(option, _)| !option.contains(' ')) else {
            continue;
        };
        if !command.takes(option) {
            options.push(option.to_owned());
            range.get_or_insert_with(|| TextRange::from(word.range.clone()));
        }
    }
    let what = UnrecognizedWord::Options {
        command,
        options,
        has_file,
    };
    range.map(|range| (what, range))
}
