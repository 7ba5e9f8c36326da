//! Mapping from the lines of a command in the file to the lines and words of the shell, and fixes
//! of that.
//!
//! Invariant: a fix is offered only if the command was parsed again with it and has the intended
//! words.

use std::ops::Range;

use crate::fix::Edit;
use crate::script::Command;
use crate::shell::{Part, Separator, SimpleCommand, Word};
use crate::syntax::{Node, ScalarStyle, parse};
use crate::text::TextRange;

/// Returns `true` if `command` is complete: nothing is unclosed, and the shell gets it as written.
pub(crate) fn is_known(command: &Command<'_>) -> bool {
    command.unclosed.is_none() && is_as_written(command)
}

/// Returns `true` if no template engine fills in parts of `command`, and it has no malformed
/// expressions.
pub(crate) fn is_as_written(command: &Command<'_>) -> bool {
    command.text.scan.mistakes.is_empty() && !command.is_template
}

/// Returns `true` if the lines of `node` are joined with spaces: all styles but `|`.
pub(crate) fn is_folded(node: Node<'_>) -> bool {
    node.style() != Some(ScalarStyle::Literal)
}

/// Returns the range in the file between two ranges of the decoded text, without the `$[[` and `]]`
/// around them; `None` if the ranges don't map exactly to the file.
pub(crate) fn between(
    command: &Command<'_>,
    before: &Range<usize>,
    after: &Range<usize>,
) -> Option<TextRange> {
    let end = command.text.exact(before)?.end;
    let start = command.text.exact(after)?.start;
    let gap = (end <= start).then(|| TextRange::new(end, start))?;
    let text = source(command, gap);
    let rest = text.trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix("]]").unwrap_or(text);
    let inner = rest.trim_end_matches([' ', '\t']);
    let inner = inner.strip_suffix("$[[").unwrap_or(rest);
    let start = gap.end - u32::try_from(rest.len()).ok()?;
    Some(TextRange::new(
        start,
        start + u32::try_from(inner.len()).ok()?,
    ))
}

/// Returns the text of the file at `range`.
pub(crate) fn source<'t>(command: &Command<'t>, range: TextRange) -> &'t str {
    range.slice(command.text.node.tree().text())
}

/// Returns the range in the file between the last word of one line and the first word of the next:
/// only whitespace with at least one line end.
pub(crate) fn line_break(
    command: &Command<'_>,
    before: &Range<usize>,
    after: &Range<usize>,
) -> Option<TextRange> {
    let gap = between(command, before, after)?;
    let text = source(command, gap);
    (text.trim().is_empty() && text.contains('\n')).then_some(gap)
}

/// Returns the ranges of the words and redirections of `simple`, sorted by position.
pub(crate) fn pieces(simple: &SimpleCommand) -> Vec<Range<usize>> {
    let words = simple.words.iter().map(|word| word.range.clone());
    let redirects = simple.redirects.iter();
    let redirects = redirects.map(|it| it.operator.start..it.target.range.end);
    let mut pieces: Vec<Range<usize>> = words.chain(redirects).collect();
    pieces.sort_unstable_by_key(|piece| piece.start);
    pieces
}

/// The words of a simple command without their positions.
pub(crate) type CommandWords = Vec<Vec<Part>>;

/// Returns the words of each of the `simple` commands.
pub(crate) fn words_of(simple: &[SimpleCommand]) -> Vec<CommandWords> {
    simple.iter().map(|it| parts_of(&it.words)).collect()
}

/// Returns the parts of each of `words`.
pub(crate) fn parts_of(words: &[Word]) -> CommandWords {
    words.iter().map(|word| word.parts.clone()).collect()
}

/// Returns `true` if the shell parses `command` with `edits` as the simple commands `expected`.
pub(crate) fn is_read_as(command: &Command<'_>, edits: &[Edit], expected: &[CommandWords]) -> bool {
    let node = command.text.node;
    let (start, raw) = (node.range().start, node.raw());
    let (mut text, mut last) = (String::new(), 0);
    for edit in edits {
        text.push_str(&raw[last..(edit.range.start - start) as usize]);
        text.push_str(&edit.text);
        last = (edit.range.end - start) as usize;
    }
    text.push_str(&raw[last..]);
    let tree = parse(format!("command: {text}\n"));
    let value = tree.root().and_then(|root| root.get("command"));
    let read = value.and_then(Command::read);
    tree.errors().is_empty() && read.is_some_and(|read| words_of(&read.simple) == expected)
}

/// Returns `true` if the simple command `at` is a line of options, cut off from the one before.
pub(crate) fn is_cut_off(command: &Command<'_>, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|at| command.simple.get(at)) else {
        return false;
    };
    before.after == Separator::Line
        && !before.words.is_empty()
        && first_option(command, at).is_some()
}

/// Returns the option that the simple command `at` begins with.
pub(crate) fn first_option<'c>(command: &'c Command<'_>, at: usize) -> Option<&'c str> {
    let word = command
        .simple
        .get(at)?
        .words
        .first()
        .filter(|word| !word.is_quoted)?;
    let name = word.prefix().split('=').next()?;
    let letters = name.trim_start_matches('-');
    let is_option = (1..=2).contains(&(name.len() - letters.len()))
        && letters.starts_with(|c: char| c.is_ascii_alphabetic());
    is_option.then_some(name)
}

/// Returns the beginning of `words` as written, as a name for the command: the program, its first
/// options, and what it runs.
pub(crate) fn name_of<'t>(command: &Command<'t>, words: &[Word]) -> &'t str {
    let text = command.text.text;
    let Some((program, rest)) = words.split_first() else {
        return "";
    };
    let is_option = |word: &&Word| word.prefix().starts_with('-');
    let options = rest.iter().take_while(is_option).count();
    let last = rest.get(options).or(rest.last()).unwrap_or(program);
    let name = &text[program.range.start..last.range.end];
    if name.len() <= 60 && !name.contains(['\n', '`']) {
        name
    } else {
        &text[program.range.clone()]
    }
}
