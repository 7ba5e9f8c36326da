//! A graph in the language of Graphviz.

use std::fmt::Write as _;

use super::{Paint, RED, lines, members};
use crate::ide::graph::{Graph, NodeKind};

/// `graph` as a directed graph for `dot`.
pub(super) fn dot(graph: &Graph) -> String {
    let mut out = format!("digraph {} {{\n", quoted(&graph.title));
    out.push_str("  rankdir=LR;\n");
    let _ = writeln!(out, "  label={}; labelloc=t;", quoted(&graph.title));
    out.push_str("  node [shape=box, style=filled, fontname=\"Helvetica\", fontsize=11];\n");
    out.push_str("  edge [fontname=\"Helvetica\", fontsize=9];\n");
    within(&mut out, graph, None, 1);
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
            quoted(&edge.label())
        );
    }
    out.push_str("}\n");
    out
}

fn within(out: &mut String, graph: &Graph, parent: Option<usize>, depth: usize) {
    let indent = "  ".repeat(depth);
    let (groups, nodes) = members(graph, parent);
    for at in groups {
        let Some(group) = graph.groups.get(at) else {
            continue;
        };
        let label = quoted(&format!("{}\n{}", group.name, group.about));
        let _ = writeln!(
            out,
            "{indent}subgraph cluster_{at} {{\n{indent}  label={label};"
        );
        within(out, graph, Some(at), depth + 1);
        let _ = writeln!(out, "{indent}}}");
    }
    for at in nodes {
        let Some(node) = graph.nodes.get(at) else {
            continue;
        };
        let paint = Paint::of(node);
        let (fill, border) = paint.colours();
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
        let label = quoted(&lines(node).join("\n"));
        let _ = writeln!(
            out,
            "{indent}n{at} [label={label}, fillcolor=\"{fill}\", color=\"{border}\"{shape}{style}];"
        );
    }
}

/// A quoted text; a backslash would begin an escape such as `\N`, the name of the node.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push('\u{fffd}'),
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
        assert_eq!(
            quoted("a \"b\" \\N\n<é>\u{1b}"),
            "\"a \\\"b\\\" \\\\N\\n<é>\u{fffd}\""
        );
    }
}
