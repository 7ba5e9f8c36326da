//! The lines that run `az ml`: in shell scripts, in the steps of workflows and pipelines, in
//! Makefiles. They show the kind of a file without `$schema`, and the keys that the command line
//! sets instead of the file.
//!
//! Start at [`CommandLines::read`]. `sources` finds the texts that a shell reads in a file,
//! `session` follows `cd` and variables, `command_line` reads the words of one command, `options`
//! maps options to keys, `data_path` reads and compares keys, `place` is the place of a file,
//! `registered` has the names of what commands create.
//! `reference` has all commands with their options, `unrecognized` finds words that are in none of them.
//! `mentions` finds the other paths in a script, `word_index` the scripts that may have one, `cli_v1`
//! commands that the CLI v2 doesn't have, `compute_templates` the calls of workflows and templates
//! that create computes with `az ml`.
//!
//! Invariants: a value that is known only at run time is unknown; a hostile text causes no endless
//! loop (every step reads at least one byte) and no deep recursion.

mod cli_v1;
mod command_line;
mod compute_templates;
mod data_path;
mod mentions;
mod options;
mod place;
mod reference;
mod registered;
mod session;
mod sources;
#[cfg(test)]
mod tests;
mod unrecognized;
mod word_index;

use std::collections::BTreeSet;
use std::ops::Range;

pub use self::cli_v1::V1Command;
pub use self::command_line::{Action, CommandLine, FileWord, OptionText, Setting};
pub use self::compute_templates::{
    COMPUTE_TEMPLATE, compute_template_inputs, may_call_compute_template,
};
pub use self::data_path::DataPath;
pub use self::mentions::{Mention, may_make_files, mentions_of, runs_steps};
pub(crate) use self::mentions::{mentioned_names, names_in};
pub use self::place::Place;
pub use self::reference::{AzCommand, REFERENCE_READ, words_after};
pub use self::registered::RegisteredName;
use self::session::{Session, text_of, without_grammar};
use self::sources::Source;
pub use self::sources::is_script;
pub use self::unrecognized::{Unrecognized, UnrecognizedWord};
pub use self::word_index::WordIndex;
use crate::shell::{self, Event, ShellText, SimpleCommand, Word};
use crate::syntax::Tree;
use crate::text::TextRange;
use crate::work_counter;

/// Maximum size of a text that is read, in bytes. Longer ones aren't written by hand.
const MAX_BYTES: usize = 1 << 20;

/// Maximum depth of nested substitutions.
const MAX_DEPTH: usize = 16;

/// The commands of `az ml` that a file runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandLines {
    /// The commands, in order.
    pub commands: Vec<CommandLine>,
    /// The commands of the CLI v1, in order.
    pub v1_commands: Vec<V1Command>,
    /// The commands with words that the CLI doesn't know, in order.
    pub unrecognized: Vec<Unrecognized>,
    /// The names that commands give to what they create, in order.
    pub registered: Vec<RegisteredName>,
    /// The commands that replace text in other files: `sed`.
    pub rewrites: Vec<TextRange>,
    /// `true` if `envsubst` fills in variables.
    pub fills_variables: bool,
    /// The names of the YAML files that it mentions, without folders.
    pub mentions: BTreeSet<Box<str>>,
    /// The comments of a file that is not YAML.
    pub comments: Vec<TextRange>,
}

impl CommandLines {
    /// Reads the file at `path`; `None` if it runs no `az ml`. `tree` is its YAML tree.
    pub fn read(path: &str, tree: &Tree) -> Option<Self> {
        let text = tree.text();
        if text.len() > MAX_BYTES || !text.contains("az ml") {
            return None;
        }
        work_counter::spend(text.len() as u64 / 64);
        let mut found = Self::default();
        for source in sources::of(path, tree) {
            let mut session = Session::new(text, &source);
            found.read_commands(text, &source, source.range.clone(), &mut session, 0)?;
        }
        found.comments.sort_unstable();
        let is_empty = found.ranges().next().is_none();
        (!is_empty).then_some(found)
    }

    /// Returns the ranges of all commands.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = TextRange> {
        let commands = self.commands.iter().map(|command| command.range);
        let v1_commands = self.v1_commands.iter().map(|command| command.range);
        let unrecognized = self.unrecognized.iter().map(|found| found.command);
        commands.chain(v1_commands).chain(unrecognized)
    }

    /// Adds the commands in `range`; `None` if substitutions are nested too deeply.
    fn read_commands(
        &mut self,
        text: &str,
        source: &Source,
        range: Range<usize>,
        session: &mut Session<'_>,
        depth: usize,
    ) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut events = Vec::new();
        let shell_text = ShellText {
            text: &text[..range.end],
            start: range.start,
            syntax: source.syntax,
            template: &source.template,
        };
        shell::read(shell_text, &mut |event| events.push(event));
        let mut subshells = 0;
        let mut before = None;
        for event in events {
            match event {
                Event::Comment(range) => self.comments.push(range.into()),
                Event::LineEnd => session.end_line(),
                Event::SubshellStart => {
                    subshells += 1;
                    session.open();
                }
                Event::SubshellEnd if subshells > 0 => {
                    subshells -= 1;
                    session.close();
                }
                Event::SubshellEnd => {}
                Event::Command(command) => {
                    // The commands of a substitution run first.
                    for range in words(&command).flat_map(Word::substitutions) {
                        session.open();
                        self.read_commands(text, source, range, session, depth + 1)?;
                        session.close();
                    }
                    before = self.without_exit(before, &command);
                    let known = self.commands.len();
                    self.add(text, &command, session);
                    let added = self.commands.get(known);
                    before = before.or(added.and(Some(known)));
                }
            }
        }
        (0..subshells).for_each(|_| session.close());
        Some(())
    }

    /// Takes note that `command` ends the script after the failure of the command with the index
    /// `before`. Returns the index while the commands after `||` only print something.
    fn without_exit(&mut self, before: Option<usize>, command: &SimpleCommand) -> Option<usize> {
        let line = self.commands.get_mut(before?)?;
        let first = without_grammar(&command.words).first().map(text_of);
        match first? {
            "echo" | "printf" if line.has_alternative => before,
            "exit" | "return" | "false" => {
                line.has_alternative = false;
                None
            }
            _ => None,
        }
    }

    fn add(&mut self, text: &str, command: &SimpleCommand, session: &mut Session<'_>) {
        let mentioned = words(command).filter_map(|word| yaml_name(&text[word.range.clone()]));
        self.mentions.extend(mentioned);
        session.follow(command);
        self.registered
            .extend(RegisteredName::read(command, session));
        if let Some(v1_command) = V1Command::read(command) {
            self.v1_commands.push(v1_command);
            return;
        }
        self.unrecognized.extend(Unrecognized::read(command));
        if let Some(line) = CommandLine::read(command, session) {
            self.mentions
                .extend(line.file.iter().filter_map(|file| file.name.clone()));
            self.commands.push(line);
            return;
        }
        for word in &command.words {
            match text_of(word) {
                "sed" => self.rewrites.extend(command.range().map(TextRange::from)),
                "envsubst" => self.fills_variables = true,
                _ => {}
            }
        }
    }

    /// Returns `true` if a command replaces `placeholder`, which is in a file that it mentions.
    pub fn fills(&self, text: &str, placeholder: &str) -> bool {
        let is_variable = placeholder.starts_with('$');
        is_variable && (self.fills_variables || sets_variable(text, placeholder))
            || !placeholder.starts_with(['<', '{', '#', '@', '%']) && text.contains(placeholder)
            || self
                .rewrites
                .iter()
                .any(|range| range.slice(text).contains(placeholder))
    }

    /// Returns `true` if a command replaces what `key` has for a value, `value`, in the file called `file`.
    pub fn rewrites(&self, text: &str, file: &str, key: &str, value: &str) -> bool {
        let mut rewrites = self.rewrites.iter().map(|range| range.slice(text));
        rewrites.any(|rewrite| rewrite.contains(file) && replaces_after(rewrite, key, value))
    }
}

/// Returns `true` if the `sed` command `rewrite` replaces `value`, all of it after a start, where it follows
/// `key`: `s/image: .*/image: x/`.
fn replaces_after(rewrite: &str, key: &str, value: &str) -> bool {
    let start = format!("{key}:");
    rewrite.match_indices(&start).any(|(at, _)| {
        let rest = rewrite[at + start.len()..].split_once(".*");
        rest.is_some_and(|(pattern, _)| value.starts_with(pattern.trim_start()))
    })
}

/// Returns `true` if `text` sets the variable of `placeholder`: `NAME=` or `NAME:` for `${NAME}`.
fn sets_variable(text: &str, placeholder: &str) -> bool {
    let name = placeholder.trim_matches(['$', '{', '}', '(', ')']);
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let starts = before.is_none_or(|c| c.is_whitespace() || c == ';');
            starts && text[at + name.len()..].starts_with(['=', ':'])
        })
}

/// Returns the words of a command and of its redirections.
fn words(command: &SimpleCommand) -> impl Iterator<Item = &Word> {
    let targets = command.redirects.iter().map(|redirect| &redirect.target);
    command.words.iter().chain(targets)
}

/// Returns the name of a YAML file in a word, also of a copy of one: `job.yml` of `a/job.yml_`.
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
