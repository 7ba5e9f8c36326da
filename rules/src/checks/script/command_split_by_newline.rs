//! A command that a line break ends too early.

use std::ops::Range;

use crate::checks::prelude::*;
use crate::checks::shared::script::command_lines::{
    self, CommandWords, first_option, is_folded, is_read_as, line_break, name_of, parts_of, pieces,
    words_of,
};
use crate::script::Command;
use crate::shell::{Part, SimpleCommand};
use crate::syntax::ScalarStyle;

declare_rule! {
    /// A line break ends a command of the shell. When the next line begins with an option such as
    /// `--epochs`, the program runs without it, and the shell looks for a program with the name of
    /// the option.
    ///
    /// With `|`, every line is a command of its own unless the line before ends in `\`, with
    /// nothing after it. With `>`, lines are joined with spaces, but not over blank lines, and not if a
    /// line is indented more than the first one: these line breaks stay.
    ///
    /// In the command of a component, use `>-`: the
    /// [reference](https://learn.microsoft.com/azure/machine-learning/reference-yaml-component-command)
    /// doesn't support `\` at the end of a line there.
    ///
    /// This rule doesn't report commands with `if`, loops, or groups.
    ///
    /// The fix is unsafe because the program then gets the options. It joins the lines, or adds
    /// `\`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// code: src
    /// command: |
    ///   python train.py
    ///   --epochs 10
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// code: src
    /// command: >-
    ///   python train.py
    ///   --epochs 10
    /// code: src
    /// environment: azureml:training:3
    /// ```
    "command-split-by-newline", Script, Error,
    summary: "a line of options that the shell reads as a separate command",
    fix: Unsafe,
    since: "0.2.0",
    url: "https://yaml.org/spec/1.2.2/#813-folded-style",
}

fn check(cx: &mut Context<'_>) {
    for command in cx.commands() {
        if command.is_compound || !command_lines::is_known(command) {
            continue;
        }
        let mut cuts = Vec::new();
        let mut at = 1;
        while at < command.simple.len() {
            let is_cut = |at: &usize| command_lines::is_cut_off(command, *at);
            let count = (at..command.simple.len()).take_while(is_cut).count();
            if count > 0 {
                cuts.push(at..at + count);
            }
            at += count + 1;
        }
        // Those of one value have one cause.
        if let Some((first, others)) = cuts.split_first() {
            report(cx, command, first.clone(), others.len());
        }
    }
}

/// Reports the lines `cut`; `others` are cut off in the same value.
fn report(cx: &mut Context<'_>, command: &Command<'_>, cut: Range<usize>, others: usize) {
    let Some(option) = first_option(command, cut.start) else {
        return;
    };
    let simple = &command.simple;
    let start = simple[cut.start].words[0].range.start;
    let place = command.range(&(start..start + option.len()));
    let program = name_of(command, &simple[cut.start - 1].words);
    let in_component = cx.kind().is_some_and(Kind::is_component);
    // The reference doesn't support `\` in components.
    let fix = fix(command, cut.clone()).filter(|_| !in_component || is_folded(command.text.node));
    let diagnostic = cx.report(
        place,
        format!("a line break ends the command before `{option}`"),
    );
    diagnostic
        .note(format!(
            "the shell runs `{program}` without this line, then looks for a program named \
             `{option}`"
        ))
        .help(help(command, cut.start, in_component));
    if others > 0 {
        let others = counted(others, "other command");
        diagnostic.note(format!("the same happens to {others} in this value"));
    }
    diagnostic.fixes.extend(fix);
}

fn help(command: &Command<'_>, at: usize, in_component: bool) -> String {
    let text = command.text.text;
    let end = text[..command.simple[at].words[0].range.start]
        .rfind('\n')
        .unwrap_or(0);
    let before = text[..end].lines().next_back().unwrap_or_default();
    if before.trim_start().starts_with('#') {
        return "move the comment out of the command: the line break after it ends the command"
            .to_owned();
    }
    if before.ends_with([' ', '\t']) && before.trim_end().ends_with('\\') {
        return "remove the space after `\\`: only a `\\` at the very end continues the line"
            .to_owned();
    }
    match command.text.node.style() {
        Some(ScalarStyle::Literal) if in_component => {
            "write `>-` instead of `|`, which joins the lines; in a component, `\\` at the end of a \
             line isn't supported"
                .to_owned()
        }
        Some(ScalarStyle::Literal) => {
            "end the line before with `\\`, or write `>-` instead of `|`, which joins the lines"
                .to_owned()
        }
        _ => "indent all lines of the command alike and remove the blank lines between them, so \
              that YAML joins them with spaces"
            .to_owned(),
    }
}

/// Joins the lines `cut` with the one before.
fn fix(command: &Command<'_>, cut: Range<usize>) -> Option<Fix> {
    let whole = cut.start - 1..cut.end;
    if is_folded(command.text.node) {
        let edits = join(command, &command.simple[whole.clone()])?;
        let expected = joined(command, whole, |words| words);
        return is_read_as(command, &edits, &expected)
            .then(|| Fix::unsafe_("join the lines", edits));
    }
    let edits = cut
        .map(|at| add_backslash(command, at))
        .collect::<Option<Vec<Edit>>>()?;
    // `\` and a space is a separate word.
    let without_blanks = |mut words: CommandWords| {
        words.retain(
            |parts| !matches!(parts.as_slice(), [Part::Literal(text)] if text.trim().is_empty()),
        );
        words
    };
    let expected = joined(command, whole, without_blanks);
    is_read_as(command, &edits, &expected)
        .then(|| Fix::unsafe_("continue the lines with `\\`", edits))
}

/// Returns the words of each simple command if those of `whole` are one; `clean` processes its words.
fn joined(
    command: &Command<'_>,
    whole: Range<usize>,
    clean: impl Fn(CommandWords) -> CommandWords,
) -> Vec<CommandWords> {
    let words = command.simple[whole.clone()].iter();
    let one = words.flat_map(|simple| parts_of(&simple.words)).collect();
    let mut all = words_of(&command.simple);
    all.splice(whole, [clean(one)]);
    all
}

/// Returns the edits that put the lines of `simple` below each other, indented like the first line
/// of the value, without blank lines.
fn join(command: &Command<'_>, simple: &[SimpleCommand]) -> Option<Vec<Edit>> {
    let node = command.text.node;
    let newline = fix::newline(node.tree());
    let base = base_indent(node);
    let pieces: Vec<Range<usize>> = simple.iter().flat_map(pieces).collect();
    let mut edits = Vec::new();
    if let Some(base) = base {
        edits.extend(indent_first(command, pieces.first()?, base));
    }
    for pair in pieces.windows(2) {
        let gap = command_lines::between(command, &pair[0], &pair[1])?;
        let text = command_lines::source(command, gap);
        if !text.contains('\n') || text.contains('\\') {
            continue;
        }
        line_break(command, &pair[0], &pair[1])?;
        let last_line = text.rsplit('\n').next().unwrap_or_default();
        let joined = format!("{newline}{}", base.unwrap_or(last_line));
        if text != joined {
            edits.push(Edit::new(gap, joined));
        }
    }
    Some(edits)
}

/// Returns the indentation of the first line of a `>` scalar.
fn base_indent(node: Node<'_>) -> Option<&str> {
    let mut lines = node.raw().lines().skip(1);
    let first = lines.find(|line| !line.trim().is_empty())?;
    let indent = &first[..first.len() - first.trim_start().len()];
    (node.style() == Some(ScalarStyle::Folded)).then_some(indent)
}

/// Indents the line that begins with the word at `place` by `base`.
fn indent_first(command: &Command<'_>, place: &Range<usize>, base: &str) -> Option<Edit> {
    let start = command.text.exact(place)?.start;
    let before = TextRange::new(command.text.node.range().start, start);
    let indent = command_lines::source(command, before).rsplit('\n').next()?;
    let from = start - u32::try_from(indent.len()).ok()?;
    (indent.trim().is_empty() && indent != base)
        .then(|| Edit::new(TextRange::new(from, start), base))
}

/// Returns the edit that continues the line before the simple command `at`.
fn add_backslash(command: &Command<'_>, at: usize) -> Option<Edit> {
    let before = pieces(&command.simple[at - 1]).pop()?;
    let next = &command.simple[at].words[0].range;
    // A `\` with a space after it.
    let is_stray = &command.text.text[before.clone()] == "\\ ";
    let end = if is_stray { before.start } else { before.end };
    let gap = command_lines::between(command, &(before.start..end), next)?;
    let text = command_lines::source(command, gap);
    let text = text
        .strip_prefix("\\ ")
        .filter(|_| is_stray)
        .unwrap_or(text);
    let broken = text.rfind('\n').filter(|_| text.trim().is_empty())?;
    let broken = text[..broken].trim_end_matches('\r').len() + usize::from(is_stray) * 2;
    let place = TextRange::new(gap.start, gap.start + u32::try_from(broken).ok()?);
    Some(Edit::new(place, if is_stray { "\\" } else { " \\" }))
}
