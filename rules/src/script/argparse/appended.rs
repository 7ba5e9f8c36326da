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
    let separator = separator(node, first, at);
    let text: String = additions
        .iter()
        .map(|addition| format!("{separator}{addition}"))
        .collect();
    Some(Edit::new(TextRange::empty(at), text))
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
