//! Where a shell stands, and what its variables hold: as far as the text tells.

use std::collections::HashMap;

use super::lexer::{Command, Piece, Word};
use super::sources::Source;

/// How often a variable may hold a variable.
const DEEPEST: usize = 8;

/// Variables that hold the top of the repository in workflows and pipelines.
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

/// Where something is, seen from a file that runs commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Below the folder of that file.
    Beside(String),
    /// Below a folder that nobody names, which is one of those that the file is in.
    Somewhere(String),
}

impl Place {
    fn join(&self, path: &str) -> Self {
        let join = |folder: &String| match folder.as_str() {
            "" => path.to_owned(),
            folder => format!("{folder}/{path}"),
        };
        match self {
            Self::Beside(folder) => Self::Beside(join(folder)),
            Self::Somewhere(folder) => Self::Somewhere(join(folder)),
        }
    }
}

/// What a shell knows at a command.
pub(super) struct Session<'s> {
    source: &'s Source,
    /// `None` where nobody can tell, also in a variable that is set twice.
    variables: HashMap<String, Option<Vec<Piece>>>,
    folder: Option<Place>,
    /// The folders of the shells around this one, and those of `pushd`.
    around: Vec<Option<Place>>,
    pushed: Vec<Option<Place>>,
}

impl<'s> Session<'s> {
    pub(super) fn new(source: &'s Source) -> Self {
        Self {
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
        if self.source.reading.dialect.has_shell_per_line() {
            self.folder = self.source.folder.clone();
        }
    }

    /// Does what `command` does to the shell itself.
    pub(super) fn follow(&mut self, command: &Command) {
        let words = leading_words_left_out(&command.words);
        let Some((first, rest)) = words.split_first() else {
            return;
        };
        match &*first.plain().to_ascii_lowercase() {
            "cd" | "chdir" | "set-location" | "sl" => self.change_folder(rest),
            "pushd" | "push-location" => {
                self.pushed.push(self.folder.clone());
                self.change_folder(rest);
            }
            "popd" | "pop-location" => self.folder = self.pushed.pop().flatten(),
            "for" | "foreach" | "read" | "readarray" | "mapfile" | "getopts" => {
                for word in rest {
                    self.variables.insert(word.plain(), None);
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
            .filter(|word| !matches!(&*word.plain(), "--" | "/d" | "-P"));
        self.folder = named.next().and_then(|word| self.place(word));
    }

    /// `A=b`, `$a = b`, and `A := b`.
    fn assignments(&mut self, words: &[Word]) {
        if let [name, sign, value] = words
            && matches!(&*sign.plain(), "=" | ":=" | "?=" | "::=")
        {
            let name = match &name.pieces[..] {
                [Piece::Variable(name) | Piece::Text(name)] => name.clone(),
                _ => return,
            };
            return self.set(name, &value.pieces);
        }
        if words.iter().all(|word| assigned(word).is_some()) {
            words.iter().for_each(|word| self.assign(word));
        }
    }

    fn assign(&mut self, word: &Word) {
        if let Some((name, value)) = assigned(word) {
            self.set(name, &value);
        }
    }

    fn set(&mut self, name: String, value: &[Piece]) {
        let value = self.resolved(value, 0);
        let known = self.variables.entry(name).or_insert_with(|| value.clone());
        if *known != value {
            *known = None;
        }
    }

    /// `pieces` with the values of variables.
    fn resolved(&self, pieces: &[Piece], depth: usize) -> Option<Vec<Piece>> {
        let mut resolved = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Unknown => return None,
                Piece::Variable(name) if !TOPS.contains(&&**name) => {
                    if depth > DEEPEST {
                        return None;
                    }
                    let own = self.variables.get(name).cloned();
                    let value = own.unwrap_or_else(|| self.source.variable(name));
                    resolved.extend(self.resolved(&value?, depth + 1)?);
                }
                piece => resolved.push(piece.clone()),
            }
        }
        (resolved.len() <= 64).then_some(resolved)
    }

    /// Where the path that `word` holds leads.
    pub(super) fn place(&self, word: &Word) -> Option<Place> {
        let pieces = self.resolved(&word.pieces, 0)?;
        let (base, texts) = match &pieces[..] {
            [Piece::ScriptFolder, rest @ ..] => (Some(Place::Beside(String::new())), rest),
            [Piece::Variable(_), rest @ ..] => (Some(Place::Somewhere(String::new())), rest),
            all => (None, all),
        };
        let mut path = String::new();
        for piece in texts {
            let Piece::Text(text) = piece else {
                return None;
            };
            path.push_str(text);
        }
        if self.source.reading.dialect.has_backslash_paths() {
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

    /// The last part of the path that `word` holds.
    pub(super) fn file_name(&self, word: &Word) -> Option<Box<str>> {
        let resolved = self.resolved(&word.pieces, 0);
        let last = resolved.as_ref().unwrap_or(&word.pieces).last()?;
        let Piece::Text(text) = last else { return None };
        let start = text.rfind(['/', '\\']).map_or(0, |at| at + 1);
        let is_whole = start > 0 || resolved.as_ref().is_some_and(|pieces| pieces.len() == 1);
        is_whole.then(|| text[start..].into())
    }
}

/// `NAME=value`.
fn assigned(word: &Word) -> Option<(String, Vec<Piece>)> {
    let (Piece::Text(first), rest) = word.pieces.split_first()? else {
        return None;
    };
    let (name, value) = first.split_once('=')?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(is_part) {
        return None;
    }
    let mut pieces = vec![Piece::Text(value.to_owned())];
    if value.is_empty() && !rest.is_empty() {
        pieces.clear();
    }
    pieces.extend_from_slice(rest);
    Some((name.to_owned(), pieces))
}

/// Words of the shell's grammar that a command may stand behind.
const GRAMMAR: [&str; 17] = [
    "!", "{", "if", "then", "elif", "else", "do", "while", "until", "time", "sudo", "exec",
    "command", "call", "try", "eval", "@",
];

/// The words of a command without those of the grammar before it.
pub(super) fn leading_words_left_out(words: &[Word]) -> &[Word] {
    let is_grammar = |word: &&Word| GRAMMAR.contains(&&*word.plain());
    &words[words.iter().take_while(is_grammar).count()..]
}
