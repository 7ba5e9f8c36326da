//! The lines that run `az ml`: in shell scripts, in the steps of workflows and pipelines, in
//! Makefiles. They say what a file without `$schema` describes, and what the command line sets in
//! place of the file.
//!
//! Start at [`CommandLines::read`]. `sources` finds the texts that a shell reads in a file, `lexer`
//! splits them into words, `folder` follows `cd` and variables, `command_line` reads the words of
//! one command, `options` knows which key an option sets, `data_path` writes and compares keys.
//! `dialect` says how the shells differ.
//!
//! What must stay true: what depends on a value that only the run knows is not known; a hostile
//! text ends in no endless loop (every step reads at least one byte) and no deep recursion.

mod command_line;
mod data_path;
mod dialect;
mod folder;
mod lexer;
mod options;
mod sources;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub use self::command_line::{Action, CommandLine, FileWord, Setting};
pub use self::data_path::DataPath;
pub use self::folder::Place;
use self::folder::Session;
use self::lexer::Event;
pub use self::sources::is_script;
use crate::syntax::Tree;
use crate::text::TextRange;

/// Longer texts are not written by people.
const MOST_BYTES: usize = 1 << 20;

/// What a file runs of `az ml`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandLines {
    /// The commands, in order.
    pub commands: Vec<CommandLine>,
    /// The commands that replace text in other files: `sed`.
    pub rewrites: Vec<TextRange>,
    /// Whether `envsubst` fills in variables.
    pub fills_variables: bool,
    /// The names of YAML files that it speaks of, without folders.
    pub mentions: BTreeSet<Box<str>>,
    /// The comments of a file that is not YAML.
    pub comments: Vec<TextRange>,
}

impl CommandLines {
    /// Those of the file at `path`; `None` where it runs no `az ml`. `tree` is that of YAML.
    #[must_use]
    pub fn read(path: &str, tree: &Tree) -> Option<Self> {
        let text = tree.text();
        if text.len() > MOST_BYTES || !text.contains("az ml") {
            return None;
        }
        let mut found = Self::default();
        for source in sources::of(path, tree) {
            let events = lexer::events(text, source.range, source.reading)?;
            let mut session = Session::new(&source);
            for event in events {
                match event {
                    Event::Comment(range) => found.comments.push(range),
                    Event::Open => session.open(),
                    Event::Close => session.close(),
                    Event::LineEnd => session.end_line(),
                    Event::Command(command) => found.take(text, &command, &mut session),
                }
            }
        }
        found.comments.sort_unstable();
        (!found.commands.is_empty()).then_some(found)
    }

    fn take(&mut self, text: &str, command: &lexer::Command, session: &mut Session<'_>) {
        let mentioned = command.words.iter().chain(&command.redirects);
        self.mentions
            .extend(mentioned.filter_map(|word| yaml_name(word.range.slice(text))));
        session.follow(command);
        if let Some(line) = CommandLine::read(command, session) {
            self.mentions
                .extend(line.file.iter().filter_map(|file| file.name.clone()));
            self.commands.push(line);
            return;
        }
        for word in &command.words {
            match &*word.plain() {
                "sed" => self.rewrites.push(command.range()),
                "envsubst" => self.fills_variables = true,
                _ => {}
            }
        }
    }

    /// Whether a command replaces `placeholder`, which stands in a file that it mentions.
    #[must_use]
    pub fn fills(&self, text: &str, placeholder: &str) -> bool {
        let is_variable = placeholder.starts_with('$');
        self.fills_variables && is_variable
            || self
                .rewrites
                .iter()
                .any(|range| range.slice(text).contains(placeholder))
    }
}

/// The name of a YAML file that a word holds, also of a copy of one: `job.yml` of `a/job.yml_`.
fn yaml_name(word: &str) -> Option<Box<str>> {
    let end_of = |ending: &str| {
        let mut dots = word.rmatch_indices('.');
        let found = dots.find(|(at, _)| word[*at..].starts_with(ending));
        found.map(|(at, _)| at + ending.len())
    };
    let end = end_of(".yml").or_else(|| end_of(".yaml"))?;
    let start = word[..end]
        .rfind(['/', '\\', '"', '\'', '=', '}', ' '])
        .map_or(0, |at| at + 1);
    Some(word[start..end].into())
}
