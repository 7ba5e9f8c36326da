//! A graph in the language of Graphviz.

use std::fmt::Write as _;

use super::boxes::{BoxSyntax, node_text, write_boxes};
use super::paint::{Paint, RED};
use crate::graph::{Graph, Node, NodeKind};
use azml_rules::text::printable::printable;

/// The language.
struct Dot;

/// `graph` as a directed graph for `dot`.
pub fn dot(graph: &Graph) -> String {
    let title = quoted(&printable(&graph.title));
    let mut out = format!("digraph {title} {{\n");
    out.push_str("  rankdir=LR;\n");
    let _ = writeln!(out, "  label={title}; labelloc=t;");
    out.push_str("  node [shape=box, style=filled, fontname=\"Helvetica\", fontsize=11];\n");
    out.push_str("  edge [fontname=\"Helvetica\", fontsize=9];\n");
    write_boxes::<Dot>(&mut out, graph);
    for edge in &graph.edges {
        let broken = if edge.problem.is_some() {
            format!(", style=dashed, color=\"{RED}\", fontcolor=\"{RED}\"")
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "  n{} -> n{} [label={}{broken}];",
            edge.from,
            edge.to,
            quoted(&printable(&edge.label()))
        );
    }
    out.push_str("}\n");
    out
}

impl BoxSyntax for Dot {
    const GROUP_END: &str = "}";

    fn group_start(indent: &str, number: usize, label: &str) -> String {
        let label = quoted(label);
        format!("{indent}subgraph cluster_{number} {{\n{indent}  label={label};")
    }

    fn node(number: usize, node: &Node) -> String {
        let paint = Paint::of(node);
        let (fill, border) = paint.colors();
        let shape = match node.kind {
            NodeKind::Input | NodeKind::Output => ", shape=ellipse",
            NodeKind::Control => ", shape=hexagon",
            NodeKind::Step | NodeKind::Remote | NodeKind::Missing => "",
        };
        let style = match node.kind {
            NodeKind::Remote => ", style=\"filled,dotted\"",
            _ if paint == Paint::Broken => ", style=\"filled,dashed\"",
            _ => "",
        };
        let label = quoted(&node_text(node));
        format!(
            "n{number} [label={label}, fillcolor=\"{fill}\", color=\"{border}\"{shape}{style}];"
        )
    }
}

/// A quoted text; a backslash would begin an escape such as `\N`, the name of the node.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '"' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes_are_escaped() {
        assert_eq!(quoted("a \"b\" \\N\n<é>"), "\"a \\\"b\\\" \\\\N\\n<é>\"");
    }
}
