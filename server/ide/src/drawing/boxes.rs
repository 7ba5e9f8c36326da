//! The boxes of a graph: groups inside of groups, nodes inside of those, in whichever language.

use std::fmt::Write as _;

use crate::graph::{Graph, Node};
use azml_rules::text::printable::printable;

/// Syntax of boxes in one language.
pub(super) trait BoxSyntax {
    /// The lines that open the group with this number; `label` is printable, but not quoted yet.
    fn group_start(indent: &str, number: usize, label: &str) -> String;

    /// The line that closes a group.
    const GROUP_END: &str;

    /// The line of the node with this number.
    fn node(number: usize, node: &Node) -> String;
}

/// Writes everything in `graph`, group by group.
pub(super) fn write_boxes<S: BoxSyntax>(out: &mut String, graph: &Graph) {
    write_inside::<S>(out, graph, None, 1);
}

/// Writes the groups in `parent`, then the nodes in it.
fn write_inside<S: BoxSyntax>(
    out: &mut String,
    graph: &Graph,
    parent: Option<usize>,
    depth: usize,
) {
    let indent = "  ".repeat(depth);
    for (number, group) in graph.groups.iter().enumerate() {
        if group.parent == parent {
            let label = format!("{}\n{}", printable(&group.name), printable(&group.about));
            let _ = writeln!(out, "{}", S::group_start(&indent, number, &label));
            write_inside::<S>(out, graph, Some(number), depth + 1);
            let _ = writeln!(out, "{indent}{}", S::GROUP_END);
        }
    }
    for (number, node) in graph.nodes.iter().enumerate() {
        if node.group == parent {
            let _ = writeln!(out, "{indent}{}", S::node(number, node));
        }
    }
}

/// Returns the text in a node, line by line, each of them printable.
pub(super) fn node_text(node: &Node) -> String {
    let mut lines = vec![node.name.clone(), node.about.clone()];
    lines.extend(
        node.compute
            .as_ref()
            .map(|compute| format!("on {}", compute.label())),
    );
    lines.extend(node.cost.as_ref().map(|cost| cost.figures.clone()));
    lines.retain(|line| !line.is_empty());
    let lines: Vec<_> = lines.iter().map(|line| printable(line)).collect();
    lines.join("\n")
}
