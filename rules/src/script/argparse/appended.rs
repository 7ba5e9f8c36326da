//! Appends arguments after those that a command has, in its layout.

use crate::fix::Edit;
use crate::script::Command;
use crate::script::commands::ScriptRun;
use crate::syntax::{Node, ScalarStyle};
use crate::text::TextRange;

/// Inserts `additions` after the last word of the program of `run`; `None` where they would be
/// parsed as something else.
pub fn append(run: &ScriptRun<'_>, additions: &[String]) -> Option<Edit> {
    let arguments = run.arguments.as_ref()?;
    let command: &Command<'_> = &arguments.command;
    let simple = arguments.simple();
    let last = simple.words.last()?;
    // An optional group is skipped as a whole.
    let end = match last.group {
        Some(group) => command.text.scan.brackets.get(group)?.range.end,
        None => last.range.end,
    };
    let at = command.text.exact(&(end.checked_sub(1)?..end))?.end;
    let node = command.text.node;
    let is_flow = node.parent().is_some_and(Node::is_flow);
    if is_flow && node.style() == Some(ScalarStyle::Plain) {
        return None;
    }
    let first = command.range(&simple.words.first()?.range).start;
    if let Some(edit) = folded(node, at, additions) {
        return Some(edit);
    }
    let separator = separator(node, first, at);
    let text: String = additions
        .iter()
        .map(|addition| format!("{separator}{addition}"))
        .collect();
    Some(Edit::new(TextRange::empty(at), text))
}

/// Length of a line after which the arguments are written on lines of their own.
const LONG: usize = 100;

/// Returns a command in one line with `additions` at its end as a folded text, if the line would be long.
fn folded(node: Node<'_>, at: u32, additions: &[String]) -> Option<Edit> {
    let range = node.range();
    let (tree, key) = (node.tree(), node.key()?);
    let raw = node.raw();
    let added: usize = additions.iter().map(|it| it.len() + 1).sum();
    let is_line =
        node.style() == Some(ScalarStyle::Plain) && !raw.contains('\n') && at == range.end;
    let lines = tree.lines();
    let line = lines.line(tree.text(), lines.line_of(range.start));
    let column = key.range().start - line.start;
    if !is_line || node.parent().is_some_and(Node::is_flow) || line.len() as usize + added <= LONG {
        return None;
    }
    // A comment behind the text would become a part of it.
    let rest = TextRange::new(range.end, line.end).slice(tree.text());
    if !rest.trim().is_empty() {
        return None;
    }
    let newline = crate::fix::newline(tree);
    let indent = " ".repeat(column as usize + crate::fix::indent_unit(tree));
    let lines = std::iter::once(raw).chain(additions.iter().map(String::as_str));
    let text: String = lines
        .map(|line| format!("{newline}{indent}{line}"))
        .collect();
    Some(Edit::new(range, format!(">-{text}")))
}

/// Returns the separator before each new argument: a line break with the indentation of the last
/// line if the arguments already span several lines, else a space.
fn separator(node: Node<'_>, first: u32, at: u32) -> String {
    let blank = || " ".to_owned();
    let tree = node.tree();
    let lines = tree.lines();
    let text_of = |line| lines.line(tree.text(), line).slice(tree.text());
    let (first, last) = (lines.line_of(first), lines.line_of(at));
    if first == last {
        return blank();
    }
    let line = text_of(last);
    let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
    let is_level = |line: &str| line.starts_with(indent) && !line[indent.len()..].starts_with(' ');
    let newline = crate::fix::newline(tree);
    match node.style() {
        // A line with deeper indentation is not folded.
        Some(ScalarStyle::Folded) if is_level(text_of(first)) => format!("{newline}{indent}"),
        Some(ScalarStyle::Plain) => format!("{newline}{indent}"),
        Some(ScalarStyle::Literal) => format!(" \\{newline}{indent}"),
        _ => blank(),
    }
}
