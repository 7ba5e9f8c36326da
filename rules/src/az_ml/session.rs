//! The working folder of a shell and the values of its variables, as far as the text shows them.

use std::collections::HashMap;

use super::place::Place;
use super::sources::Source;
use crate::shell::{Part, SimpleCommand, Word, is_name};

/// Maximum number of pieces of a path.
const MAX_PIECES: usize = 64;

/// Variables that contain the root of the repository in workflows and pipelines.
const TOPS: [&str; 8] = [
    "BUILD_REPOSITORY_LOCALPATH",
    "BUILD_SOURCESDIRECTORY",
    "Build.Repository.LocalPath",
    "Build.SourcesDirectory",
    "CI_PROJECT_DIR",
    "GITHUB_WORKSPACE",
    "SYSTEM_DEFAULTWORKINGDIRECTORY",
    "System.DefaultWorkingDirectory",
];

/// A piece of a path whose variables are known.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    /// The folder of the script itself.
    ScriptFolder,
    /// The root of the repository.
    Top,
}

/// The state of a shell between two commands.
pub(super) struct Session<'s> {
    text: &'s str,
    source: &'s Source,
    /// The values by name; `None` for an unknown value, also that of a variable that is set twice.
    variables: HashMap<String, Option<Vec<Piece>>>,
    folder: Option<Place>,
    /// The folders of the enclosing shells.
    around: Vec<Option<Place>>,
    pushed: Vec<Option<Place>>,
}

impl<'s> Session<'s> {
    pub(super) fn new(text: &'s str, source: &'s Source) -> Self {
        Self {
            text,
            source,
            variables: HashMap::new(),
            folder: source.folder.clone(),
            around: Vec::new(),
            pushed: Vec::new(),
        }
    }

    pub(super) fn open(&mut self) {
        self.around.push(self.folder.clone());
    }

    pub(super) fn close(&mut self) {
        if let Some(folder) = self.around.pop() {
            self.folder = folder;
        }
    }

    pub(super) fn end_line(&mut self) {
        if self.source.has_own_lines {
            self.folder = self.source.folder.clone();
        }
    }

    /// Applies the changes of `command` to the state.
    pub(super) fn follow(&mut self, command: &SimpleCommand) {
        let words = without_grammar(&command.words);
        let Some((first, rest)) = words.split_first() else {
            return;
        };
        match &*text_of(first).to_ascii_lowercase() {
            "cd" | "chdir" | "set-location" | "sl" => self.change_folder(rest),
            "pushd" | "push-location" => {
                self.pushed.push(self.folder.clone());
                self.change_folder(rest);
            }
            "popd" | "pop-location" => self.folder = self.pushed.pop().flatten(),
            "for" | "foreach" | "read" | "readarray" | "mapfile" | "getopts" => {
                for word in rest {
                    self.variables.insert(text_of(word).to_owned(), None);
                }
            }
            "export" | "local" | "declare" | "readonly" | "typeset" | "set" | "env" => {
                rest.iter().for_each(|word| self.assign(word));
            }
            _ => self.assignments(words),
        }
    }

    fn change_folder(&mut self, words: &[Word]) {
        let mut named = words
            .iter()
            .filter(|word| !matches!(text_of(word), "--" | "/d" | "-P"));
        self.folder = named.next().and_then(|word| self.place(word));
    }

    /// Reads `A=b`, `$a = b`, and `A := b`.
    fn assignments(&mut self, words: &[Word]) {
        if let [name, sign, value] = words
            && matches!(text_of(sign), "=" | ":=" | "?=" | "::=")
        {
            if let [Part::Variable(name) | Part::Literal(name)] = &name.parts[..] {
                self.set(name, value);
            }
            return;
        }
        if words.iter().all(|word| assigned_name(word).is_some()) {
            words.iter().for_each(|word| self.assign(word));
        }
    }

    fn assign(&mut self, word: &Word) {
        if let Some(name) = assigned_name(word) {
            self.set(name, &word.without_prefix(name.len() + 1));
        }
    }

    fn set(&mut self, name: &str, value: &Word) {
        let value = self.pieces(value);
        let known = self.variables.entry(name.to_owned());
        let known = known.or_insert_with(|| value.clone());
        if *known != value {
            *known = None;
        }
    }

    /// Returns the pieces of `word` with the values of variables; `None` if one is unknown.
    fn pieces(&self, word: &Word) -> Option<Vec<Piece>> {
        let mut pieces = Vec::new();
        for part in &word.parts {
            match part {
                Part::Literal(text) => push(&mut pieces, Piece::Text(text.clone())),
                Part::Variable(name) => self.push_variable(name, &mut pieces)?,
                Part::Expression(index) => {
                    let name = self.source.variable_of_expression(self.text, *index)?;
                    self.push_variable(name, &mut pieces)?;
                }
                Part::Substitution(range) => match &self.text[word.absolute(range)] {
                    command if writes_script_folder(command) => pieces.push(Piece::ScriptFolder),
                    // A variable in Azure Pipelines and Makefiles.
                    name if is_name(name) => self.push_variable(name, &mut pieces)?,
                    _ => return None,
                },
                Part::Unknown => return None,
            }
        }
        (pieces.len() <= MAX_PIECES).then_some(pieces)
    }

    fn push_variable(&self, name: &str, pieces: &mut Vec<Piece>) -> Option<()> {
        match name {
            name if TOPS.contains(&name) => pieces.push(Piece::Top),
            "PSScriptRoot" => pieces.push(Piece::ScriptFolder),
            // Its value ends with a separator.
            "~dp0" => pieces.extend([Piece::ScriptFolder, Piece::Text("/".to_owned())]),
            name => match self.variables.get(name) {
                Some(value) => value.clone()?.into_iter().for_each(|it| push(pieces, it)),
                None => push(pieces, Piece::Text(self.source.variable(name)?.to_owned())),
            },
        }
        Some(())
    }

    /// Returns the place of the path in `word`.
    pub(super) fn place(&self, word: &Word) -> Option<Place> {
        let pieces = self.pieces(word)?;
        let (base, texts) = match &pieces[..] {
            [Piece::ScriptFolder, rest @ ..] => (Some(Place::Beside(String::new())), rest),
            [Piece::Top, rest @ ..] => (Some(Place::Somewhere(String::new())), rest),
            all => (None, all),
        };
        let mut path = String::new();
        for piece in texts {
            let Piece::Text(text) = piece else {
                return None;
            };
            path.push_str(text);
        }
        if self.source.syntax.dialect.has_backslash_paths() {
            path = path.replace('\\', "/");
        }
        if let Some(base) = base {
            let below = path.trim_start_matches('/');
            let is_below = path.is_empty() || below.len() < path.len();
            return is_below.then(|| base.join(below));
        }
        let is_relative = !path.starts_with(['/', '~', '-']) && !path.contains([':', '*', '?']);
        (is_relative && !path.is_empty()).then(|| self.folder.as_ref().map(|at| at.join(&path)))?
    }

    /// Returns the text of `word` with the values of variables; `None` if one is unknown.
    pub(super) fn text(&self, word: &Word) -> Option<Box<str>> {
        match self.pieces(word)?.as_slice() {
            [] => Some("".into()),
            [Piece::Text(text)] => Some(text.as_str().into()),
            _ => None,
        }
    }

    /// Returns the last part of the path in `word`.
    pub(super) fn file_name(&self, word: &Word) -> Option<Box<str>> {
        let pieces = self.pieces(word);
        let text = match &pieces {
            Some(pieces) => match pieces.last()? {
                Piece::Text(text) => text,
                _ => return None,
            },
            None => match word.parts.last()? {
                Part::Literal(text) => text,
                _ => return None,
            },
        };
        let start = text.rfind(['/', '\\']).map_or(0, |at| at + 1);
        let is_whole = start > 0 || pieces.as_ref().is_some_and(|it| it.len() == 1);
        is_whole.then(|| text[start..].into())
    }
}

fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    match (pieces.last_mut(), piece) {
        (Some(Piece::Text(text)), Piece::Text(more)) => text.push_str(&more),
        (_, piece) => pieces.push(piece),
    }
}

/// Returns the text of `word`; empty if a part is unknown.
pub(super) fn text_of(word: &Word) -> &str {
    word.literal().unwrap_or_default()
}

/// Returns the name in `NAME=value`.
pub(super) fn assigned_name(word: &Word) -> Option<&str> {
    let (name, _) = word.prefix().split_once('=')?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!name.is_empty() && name.chars().all(is_part)).then_some(name)
}

/// Returns `true` if the command `text` prints the folder of the script: `dirname "$0"`, and the
/// ways to make that absolute.
fn writes_script_folder(text: &str) -> bool {
    let names_script = text.contains("$0") || text.contains("BASH_SOURCE");
    text.contains("dirname") && names_script && !text.contains("..")
}

/// Words of the shell's grammar before a command.
const GRAMMAR: [&str; 17] = [
    "!", "{", "if", "then", "elif", "else", "do", "while", "until", "time", "sudo", "exec",
    "command", "call", "try", "eval", "@",
];

/// Returns the words of a command without reserved words before them.
pub(super) fn without_grammar(words: &[Word]) -> &[Word] {
    let is_grammar = |word: &&Word| GRAMMAR.contains(&text_of(word));
    &words[words.iter().take_while(is_grammar).count()..]
}
