//! The program that a simple command starts, and the word that names its script.

use super::interpreters::{AfterOptions, Interpreter, interpreter};
use super::launchers::{self, LaunchedWord, Launcher, launcher};
use super::prefix_commands;
use crate::shell::Word;

/// A program with a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    /// The program.
    pub(crate) interpreter: Interpreter,
    /// The index of the word that names the script.
    pub(crate) script: usize,
    /// `true` if that is the name of a module.
    pub(crate) is_module: bool,
    /// The index of the first word after the script.
    pub(crate) arguments: usize,
    /// `true` if the script gets more arguments than these.
    pub(crate) adds_arguments: bool,
}

/// Maximum number of nested launchers.
const MOST_LAUNCHERS: usize = 4;

/// Returns the program that `words` start; `None` if it has no script, or that is unknown.
pub(crate) fn start(words: &[Word]) -> Option<Start> {
    start_below(words, MOST_LAUNCHERS)
}

/// Like [`start`], with at most `depth` nested launchers.
fn start_below(words: &[Word], depth: usize) -> Option<Start> {
    let at = prefix_commands::program_at(words)?;
    let name = words.get(at)?.literal()?;
    if let Some((launcher, options)) = launcher(&words[at..]) {
        return launched(launcher, words, at + options, depth);
    }
    if name == "mldesigner" {
        return mldesigner(words, at);
    }
    let Some((interpreter, options)) = interpreter(name) else {
        return itself(name, at);
    };
    let script = |script: usize, is_module| {
        let start = Start {
            interpreter,
            script,
            is_module,
            arguments: script + 1,
            adds_arguments: false,
        };
        (script < words.len()).then_some(start)
    };
    match options.read(words, at + 1) {
        AfterOptions::Word(at) => script(at, false),
        AfterOptions::Module(at) => {
            let name = words.get(at).and_then(Word::literal);
            match name.and_then(launchers::by_name) {
                Some(launcher) => launched(launcher, words, at + 1, depth),
                None => script(at, true),
            }
        }
        AfterOptions::Nothing | AfterOptions::Unknown => None,
    }
}

/// Returns the program that `launcher` starts; its options begin at `from` of `words`.
fn launched(launcher: &Launcher, words: &[Word], from: usize, depth: usize) -> Option<Start> {
    let (started, at) = launcher.started(words, from)?;
    let mut start = if started == LaunchedWord::Program {
        let inner = start_below(&words[at..], depth.checked_sub(1)?)?;
        Start {
            script: inner.script + at,
            arguments: inner.arguments + at,
            ..inner
        }
    } else {
        Start {
            interpreter: Interpreter::Python,
            script: at,
            is_module: started == LaunchedWord::Module,
            arguments: at + 1,
            adds_arguments: false,
        }
    };
    start.adds_arguments |= launcher.adds_arguments;
    Some(start)
}

/// Reads `mldesigner execute --source script.py --name function`.
fn mldesigner(words: &[Word], at: usize) -> Option<Start> {
    let is_source = |word: &Word| word.is("--source");
    let option = at + 1 + words[at + 1..].iter().position(is_source)?;
    let is_execute = words.get(at + 1)?.is("execute") && option + 1 < words.len();
    is_execute.then_some(Start {
        interpreter: Interpreter::MlDesigner,
        script: option + 1,
        is_module: false,
        arguments: option + 2,
        adds_arguments: false,
    })
}

/// Reads `./run.sh`, and `train.py` after `uv run`.
fn itself(name: &str, at: usize) -> Option<Start> {
    let interpreter = if name.contains('/') && !name.starts_with('/') {
        Interpreter::Itself
    } else if name.ends_with(".py") && at > 0 {
        Interpreter::Python
    } else {
        return None;
    };
    Some(Start {
        interpreter,
        script: at,
        is_module: false,
        arguments: at + 1,
        adds_arguments: false,
    })
}
