//! Layout of a text: indentation, lines, line ends.

use crate::syntax::{Entry, Node, NodeKind, ScalarStyle, Tree};
use crate::text::TextRange;

/// Returns the line end of a text.
pub fn newline(tree: &Tree) -> &'static str {
    if tree.lines().has_crlf() {
        "\r\n"
    } else {
        "\n"
    }
}

/// Returns the column of a node in characters: in block style, only spaces precede it.
pub fn column(node: Node<'_>) -> usize {
    before_on_line(node).len()
}

/// Returns the text before `node` on its line.
pub(super) fn before_on_line(node: Node<'_>) -> &str {
    let lines = node.tree().lines();
    let start = node.range().start;
    let line = lines.full_line(lines.line_of(start)).start;
    let before = TextRange::new(line, start).slice(node.tree().text());
    before.strip_prefix('\u{feff}').unwrap_or(before)
}

/// Returns the indentation of nested nodes in the file; 2 if there are none.
pub fn indent_unit(tree: &Tree) -> usize {
    let indent = || tree.nodes().find_map(indent_of).unwrap_or(2);
    *tree.indent_unit.get_or_init(indent)
}

/// Returns the indentation of the keys of a block mapping relative to those of the enclosing mapping.
fn indent_of(node: Node<'_>) -> Option<usize> {
    let is_block = |node: &Node<'_>| node.kind() == NodeKind::Mapping && !node.is_flow();
    let parent = node
        .parent()
        .filter(|parent| is_block(&node) && is_block(parent))?;
    let (inner, outer) = (node.entries().next()?.key, parent.entries().next()?.key);
    let unit = column(inner).checked_sub(column(outer));
    unit.filter(|unit| *unit > 0)
}

/// Returns the last line of an entry in block style: a block scalar ends where the next line begins.
pub(super) fn last_line(entry: Entry<'_>) -> u32 {
    let lines = entry.key.tree().lines();
    let end = entry.range().end;
    let last = lines.line_of(end);
    let ends_before =
        last > 0 && lines.full_line(last).start == end && is_block_scalar(deepest(entry.value));
    if ends_before { last - 1 } else { last }
}

/// Returns the last scalar in `node`.
fn deepest(mut node: Node<'_>) -> Node<'_> {
    while let Some(last) = node.last_child().filter(|_| !node.is_flow()) {
        node = last;
    }
    node
}

fn is_block_scalar(node: Node<'_>) -> bool {
    matches!(
        node.style(),
        Some(ScalarStyle::Literal | ScalarStyle::Folded)
    )
}

/// Returns the lines of an entry in block style with their line ends.
pub fn entry_lines(entry: Entry<'_>) -> TextRange {
    let lines = entry.key.tree().lines();
    lines
        .full_line(lines.line_of(entry.range().start))
        .cover(lines.full_line(last_line(entry)))
}

/// Returns the lines of an entry, including the comments directly above it.
pub fn lines_with_comments(entry: Entry<'_>) -> TextRange {
    let tree = entry.key.tree();
    let (text, lines) = (tree.text(), tree.lines());
    let mut range = entry_lines(entry);
    let mut line = lines.line_of(range.start);
    while line > 0 {
        let above = lines.full_line(line - 1);
        if !above.slice(text).trim_start().starts_with('#') {
            break;
        }
        range = above.cover(range);
        line -= 1;
    }
    range
}
