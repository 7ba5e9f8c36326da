//! The Python scripts that a document runs, with the arguments they take and the words they get.

use std::collections::HashMap;
use std::sync::Arc;

use super::meant_flags::{DeclaredFlag, meant_flags};
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::expression::{Program, Target};
use crate::fix::Edit;
use crate::script::argparse::{
    ArgumentToken, ExpressionValues, KnownValue, MatchedArgument, Matching, ValuePlace, append,
    left_out_without, whole_expression,
};
use crate::script::commands::ScriptRun;
use crate::script::python::{Argument, ScriptInterface};
use crate::script::{Command, interface_of};
use crate::shell::Word;
use crate::text::TextRange;
use crate::workspace::Workspace;

/// A script whose arguments are all known, and the words that are passed to it.
pub(crate) struct ScriptCall<'a> {
    pub(crate) run: &'a ScriptRun<'a>,
    pub(crate) interface: &'a ScriptInterface,
    /// The match with all its words.
    pub(crate) matching: Matching<'a>,
    /// The match without the words that are removed if an optional input has no value.
    bare: Option<Matching<'a>>,
    known: ExpressionValues<'a>,
    meant_flags: HashMap<usize, DeclaredFlag<'a>>,
    has_positionals: bool,
}

/// Returns the interface of each of `runs`; `None` if it is unknown.
pub(crate) fn interfaces(
    workspace: &Workspace,
    document: &Document,
    runs: &[ScriptRun<'_>],
) -> Vec<Option<Arc<ScriptInterface>>> {
    let of_run = |run| interface_of(workspace, document.path(), run);
    let closed = |run| of_run(run).filter(|interface| interface.is_closed());
    runs.iter().map(closed).collect()
}

/// Returns the scripts among `runs` whose `interfaces` are known.
pub(crate) fn calls<'a>(
    program: &'a Program<'a>,
    runs: &'a [ScriptRun<'a>],
    interfaces: &'a [Option<Arc<ScriptInterface>>],
) -> Vec<ScriptCall<'a>> {
    let known = runs.iter().zip(interfaces);
    let known = known.filter_map(|(run, interface)| Some((run, interface.as_deref()?)));
    known
        .map(|(run, interface)| ScriptCall::new(run, interface, program))
        .collect()
}

impl<'a> ScriptCall<'a> {
    fn new(
        run: &'a ScriptRun<'a>,
        interface: &'a ScriptInterface,
        program: &'a Program<'a>,
    ) -> Self {
        let known = ExpressionValues::new(run, program);
        let all = known.tokens();
        let words = run.words();
        let stays = |word: &Word| {
            let group = word.group;
            group.is_none_or(|group| left_out_without(run, group).is_none())
        };
        let bare = (!words.iter().all(stays)).then(|| {
            let pairs = words.iter().zip(&all);
            let staying = pairs.filter(|(word, _)| stays(word));
            let staying: Vec<ArgumentToken> = staying.map(|(_, token)| token.clone()).collect();
            Matching::new(&staying, interface)
        });
        let matching = Matching::new(&all, interface);
        Self {
            run,
            interface,
            meant_flags: meant_flags(interface, &matching),
            has_positionals: interface.arguments.iter().any(Argument::is_positional),
            matching,
            bare,
            known,
        }
    }

    /// Returns the script as the command names it.
    pub(crate) fn script(&self) -> &'a str {
        &self.run.script.text
    }

    pub(crate) fn words(&self) -> &'a [Word] {
        self.run.words()
    }

    fn command(&self) -> Option<&'a Command<'a>> {
        Some(&*self.run.arguments.as_ref()?.command)
    }

    /// Returns the match without optional inputs that have no value; `None` if the command has none.
    pub(crate) fn without_optional(&self) -> Option<&Matching<'a>> {
        self.bare.as_ref()
    }

    /// Returns the flag of the script that the unknown one at `word` was probably meant to be.
    pub(crate) fn meant_flag(&self, word: usize) -> Option<DeclaredFlag<'a>> {
        self.meant_flags.get(&word).copied()
    }

    /// Returns `true` if the script takes arguments by their position.
    pub(crate) fn has_positionals(&self) -> bool {
        self.has_positionals
    }

    /// Returns the optional input without which `word` is omitted.
    pub(crate) fn left_out_without(&self, word: usize) -> Option<&'a str> {
        left_out_without(self.run, self.words().get(word)?.group?)
    }

    /// Returns the known value of the expression at `place`.
    pub(crate) fn known(&self, place: ValuePlace) -> Option<&KnownValue<'a>> {
        let word = self.words().get(place.token)?;
        self.known.known(word, place.start)
    }

    /// Returns the target of the expression that is the whole value.
    pub(crate) fn expression(&self, place: ValuePlace) -> Option<&'a Target<'a>> {
        let word = self.words().get(place.token)?;
        let index = whole_expression(word, place.start)?;
        let expressions = &self.command()?.text.scan.expressions;
        Some(&expressions.get(index)?.target)
    }

    /// Returns the text of a value that is written in the command itself.
    pub(crate) fn literal(&self, place: ValuePlace) -> Option<&'a str> {
        let text = self.words().get(place.token)?.literal()?;
        let text = text.get(place.start..)?;
        (!crate::syntax::is_template(text)).then_some(text)
    }

    /// Returns `true` if the word begins with `\` and a space. That is the result of `\` at the end
    /// of a folded line, which another rule reports.
    pub(crate) fn begins_with_escaped_space(&self, word: usize) -> bool {
        let (Some(word), Some(command)) = (self.words().get(word), self.command()) else {
            return false;
        };
        command.text.text[word.range.start..].starts_with("\\ ")
    }

    /// Returns the range of the word in the file.
    pub(crate) fn range(&self, word: usize) -> TextRange {
        self.part(word, 0, None)
    }

    /// Returns the range of `flag` at the beginning of the word.
    pub(crate) fn flag_range(&self, word: usize, flag: &str) -> TextRange {
        self.part(word, 0, Some(flag.len()))
    }

    /// Returns the range of a value in the file.
    pub(crate) fn value_range(&self, place: ValuePlace) -> TextRange {
        self.part(place.token, place.start, None)
    }

    /// Returns the range of a part of a word; of the whole word if quotes may shift the offsets.
    fn part(&self, word: usize, start: usize, end: Option<usize>) -> TextRange {
        let (Some(word), Some(command)) = (self.words().get(word), self.command()) else {
            return self.run.script.range;
        };
        let whole = &word.range;
        if word.is_quoted {
            return command.range(whole);
        }
        let end = end.map_or(whole.end, |end| (whole.start + end).min(whole.end));
        command.range(&((whole.start + start).min(end)..end))
    }

    /// Writes `text` in place of `flag` at the beginning of the word.
    pub(crate) fn rename(&self, word: usize, flag: &str, text: &str) -> Option<Edit> {
        let at = &self.words().get(word)?.range;
        let end = at.start + flag.len();
        let command = self.command()?;
        let is_plain = command.text.text.get(at.start..end) == Some(flag);
        is_plain.then(|| command.text.edit(&(at.start..end), text))?
    }

    /// Joins words that are separated by blanks: `-- data` becomes `--data`.
    pub(crate) fn join(&self, first: usize, second: usize) -> Option<Edit> {
        let (first, second) = (self.words().get(first)?, self.words().get(second)?);
        let command = self.command()?;
        let gap = first.range.end..second.range.start;
        let is_blank = command.text.text.get(gap.clone())?.trim().is_empty();
        is_blank.then(|| command.text.edit(&gap, ""))?
    }

    /// Removes a word with the blanks before it.
    pub(crate) fn remove(&self, word: usize) -> Option<Edit> {
        let at = &self.words().get(word)?.range;
        let text = &self.command()?.text;
        let before = text.text.get(..at.start)?.trim_end_matches(' ').len();
        text.edit(&(before..at.end), "")
    }

    /// Removes a flag and its value, with the break of the line before it. `None` if it is not certain which word
    /// is the value.
    pub(crate) fn remove_flag(&self, word: usize) -> Option<Edit> {
        let words = self.words();
        let flag = words.get(word)?;
        let next = words
            .get(word + 1)
            .filter(|next| !self.begins_as_flag(next));
        let has_value = next.is_some() && !self.is_whole(flag);
        if flag.group.is_some() || has_value && self.has_positionals {
            return None;
        }
        let end = next
            .filter(|_| has_value)
            .map_or(flag.range.end, |next| next.range.end);
        let text = &self.command()?.text;
        let before = text.text.get(..flag.range.start)?.trim_end();
        let before = before.strip_suffix('\\').map_or(before, str::trim_end);
        // A hyperparameter that nothing uses is a finding of its own.
        if text.text.get(before.len()..end)?.contains("search_space.") {
            return None;
        }
        text.edit(&(before.len()..end), "")
    }

    fn begins_as_flag(&self, word: &Word) -> bool {
        let text = self
            .command()
            .and_then(|it| it.text.text.get(word.range.clone()));
        text.is_none_or(|text| text.starts_with('-') || word.group.is_some())
    }

    /// Returns `true` if the word is a flag with its value: `--epochs=3`.
    fn is_whole(&self, word: &Word) -> bool {
        let text = self
            .command()
            .and_then(|it| it.text.text.get(word.range.clone()));
        text.is_some_and(|text| text.contains('='))
    }

    /// Appends arguments to the command, on lines of their own if the command is written that way.
    pub(crate) fn append(&self, additions: &[String]) -> Option<Edit> {
        append(self.run, additions)
    }

    /// Returns the values of `given`, if they certainly belong to it.
    pub(crate) fn values<'c>(
        &'c self,
        given: &'c MatchedArgument<'a>,
    ) -> impl Iterator<Item = ValuePlace> + 'c {
        given.values.iter().copied().filter(|_| given.is_certain)
    }
}

/// Adds the declaration of `argument` in the script as a related place.
pub(crate) fn point_to(diagnostic: &mut Diagnostic, argument: &Argument) {
    diagnostic.related(
        &argument.place.path,
        argument.place.range,
        format!("`{}` is declared here", argument.name()),
    );
}

/// Returns the flags of a script that messages list.
pub(crate) fn flags(interface: &ScriptInterface) -> Vec<&str> {
    let arguments = interface.arguments.iter();
    let flagged = arguments.filter(|argument| !argument.is_positional());
    flagged.map(Argument::name).collect()
}
