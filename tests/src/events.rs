//! A tree as the event lines of the YAML test suite, so that the two can be compared as text.

use std::fmt::Write as _;

use azml_rules::syntax::{Node, NodeKind, ScalarStyle, Tree};

/// `+MAP`, `=VAL :text` and so on, one line each, without indentation.
pub fn event_lines(tree: &Tree) -> String {
    let mut out = String::from("+STR\n");
    for root in tree.documents() {
        out.push_str("+DOC\n");
        node(root, &mut out);
        out.push_str("-DOC\n");
    }
    out.push_str("-STR\n");
    out
}

fn node(node: Node<'_>, out: &mut String) {
    let properties = properties(node);
    let (name, brackets) = match node.kind() {
        NodeKind::Mapping => ("MAP", " {}"),
        NodeKind::Sequence => ("SEQ", " []"),
        NodeKind::Alias => {
            let _ = writeln!(out, "=ALI {}", node.raw());
            return;
        }
        NodeKind::Empty => {
            let _ = writeln!(out, "=VAL{properties} :");
            return;
        }
        NodeKind::Scalar(style) => {
            let text = escaped(node.text().unwrap_or_default());
            let _ = writeln!(out, "=VAL{properties} {}{text}", mark(style));
            return;
        }
    };
    let brackets = if node.is_flow() { brackets } else { "" };
    let _ = writeln!(out, "+{name}{brackets}{properties}");
    for child in node.children() {
        self::node(child, out);
    }
    let _ = writeln!(out, "-{name}");
}

fn properties(node: Node<'_>) -> String {
    let anchor = node
        .anchor()
        .map(|range| format!(" {}", range.slice(node.tree().text())));
    let tag = node.tag().map(|tag| format!(" <{tag}>"));
    anchor.unwrap_or_default() + &tag.unwrap_or_default()
}

fn mark(style: ScalarStyle) -> char {
    match style {
        ScalarStyle::Plain => ':',
        ScalarStyle::SingleQuoted => '\'',
        ScalarStyle::DoubleQuoted => '"',
        ScalarStyle::Literal => '|',
        ScalarStyle::Folded => '>',
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{8}' => out.push_str("\\b"),
            '\0' => out.push_str("\\0"),
            c => out.push(c),
        }
    }
    out
}
