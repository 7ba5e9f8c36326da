//! The names of resources that commands create without a file.

use super::command_line::az_ml_words;
use super::session::{Session, text_of};
use crate::shell::{SimpleCommand, Word};

/// A resource that a command creates or changes under a name of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisteredName {
    /// The type of the resource: `model`, `online-endpoint`.
    pub noun: Box<str>,
    /// The name; `None` if it is known only at run time.
    pub name: Option<Box<str>>,
}

impl RegisteredName {
    /// Reads `az ml model create --name churn`; `None` for other commands, and where the name is that of
    /// the file.
    pub(super) fn read(command: &SimpleCommand, session: &Session<'_>) -> Option<Self> {
        let [_, _, noun, verb, rest @ ..] = az_ml_words(command)? else {
            return None;
        };
        if !matches!(text_of(verb), "create" | "update" | "register" | "import") {
            return None;
        }
        let value = name_option(rest)?;
        Some(Self {
            noun: text_of(noun).into(),
            name: session.text(&value),
        })
    }
}

/// Returns the value of `--name` or `-n`, or of `--set name=`.
fn name_option(words: &[Word]) -> Option<Word> {
    let mut sets = false;
    for (at, word) in words.iter().enumerate() {
        let text = word.prefix();
        match text_of(word) {
            "--name" | "-n" => return words.get(at + 1).cloned(),
            "--set" => {
                sets = true;
                continue;
            }
            _ => {}
        }
        if text.starts_with("--name=") {
            return Some(word.without_prefix("--name=".len()));
        }
        if sets && text.starts_with("name=") {
            return Some(word.without_prefix("name=".len()));
        }
        sets = sets && !text.starts_with('-');
    }
    None
}
