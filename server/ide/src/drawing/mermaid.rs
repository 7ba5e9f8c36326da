//! A graph as a Mermaid flowchart, as GitHub, GitLab, Azure DevOps and notebooks draw it.
//!
//! Names come from files: characters with a meaning in a quoted label of Mermaid are written as its
//! entities.

use std::fmt::Write as _;

use super::boxes::{BoxSyntax, node_text, write_boxes};
use super::paint::{Paint, RED};
use crate::graph::{Graph, Node, NodeKind};
use azml_rules::text::printable::printable;

/// The language.
struct Mermaid;

/// `graph` as the text of a flowchart.
pub fn mermaid(graph: &Graph) -> String {
    let mut out = format!(
        "---\ntitle: {}\n---\nflowchart LR\n",
        title(&printable(&graph.title))
    );
    write_boxes::<Mermaid>(&mut out, graph);
    for edge in &graph.edges {
        let line = if edge.problem.is_some() {
            "-.->"
        } else {
            "-->"
        };
        let _ = writeln!(
            out,
            "  n{} {line}|\"{}\"| n{}",
            edge.from,
            escaped(&printable(&edge.label())),
            edge.to
        );
    }
    paint(&mut out, graph);
    out
}

impl BoxSyntax for Mermaid {
    const GROUP_END: &str = "end";

    fn group_start(indent: &str, number: usize, label: &str) -> String {
        format!("{indent}subgraph g{number} [\"{}\"]", escaped(label))
    }

    fn node(number: usize, node: &Node) -> String {
        let (open, close) = shape(node);
        format!("n{number}{open}\"{}\"{close}", escaped(&node_text(node)))
    }
}

fn shape(node: &Node) -> (&'static str, &'static str) {
    match node.kind {
        NodeKind::Input | NodeKind::Output => ("([", "])"),
        NodeKind::Control => ("{{", "}}"),
        NodeKind::Step | NodeKind::Remote | NodeKind::Missing => ("[", "]"),
    }
}

/// Classes for the nodes, styles for the edges that are broken.
fn paint(out: &mut String, graph: &Graph) {
    for paint in Paint::ALL {
        let painted = chosen(graph, |node| Paint::of(node) == paint);
        if painted.is_empty() {
            continue;
        }
        let (fill, border) = paint.colors();
        let dashes = if paint == Paint::Broken {
            ",stroke-dasharray:5 4"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "  classDef {} fill:{fill},stroke:{border},color:#000{dashes}",
            paint.name()
        );
        let _ = writeln!(out, "  class {} {}", painted.join(","), paint.name());
    }
    let remote = chosen(graph, |node| node.kind == NodeKind::Remote);
    if !remote.is_empty() {
        let _ = writeln!(out, "  classDef remote stroke-dasharray:2 3");
        let _ = writeln!(out, "  class {} remote", remote.join(","));
    }
    let mut broken = Vec::new();
    for (number, edge) in graph.edges.iter().enumerate() {
        if edge.problem.is_some() {
            broken.push(number.to_string());
        }
    }
    if !broken.is_empty() {
        let _ = writeln!(
            out,
            "  linkStyle {} stroke:{RED},color:{RED}",
            broken.join(",")
        );
    }
}

/// The names of the nodes for which `is_chosen` holds.
fn chosen(graph: &Graph, is_chosen: impl Fn(&Node) -> bool) -> Vec<String> {
    let mut names = Vec::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        if is_chosen(node) {
            names.push(format!("n{number}"));
        }
    }
    names
}

/// Quotes a YAML string: the title is in a YAML block before the graph.
fn title(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `text` inside of a quoted label.
fn escaped(text: &str) -> String {
    // Before it parses a line, Mermaid takes `style...: #...;` for a style and drops the last
    // semicolon, wherever it is.
    let is_like_a_style = text.contains("style") || text.contains("classDef");
    let mut out = String::with_capacity(text.len());
    let mut before = '\n';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or('\n');
        match c {
            '\n' => out.push_str("<br>"),
            ':' if is_like_a_style => out.push_str("#58;"),
            c if is_special(before, c, after) => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            c => out.push(c),
        }
        before = c;
    }
    out
}

/// Returns `true` if `c` ends the label, begins an entity or HTML, or is Markdown: emphasis, code, lists.
fn is_special(before: char, c: char, after: char) -> bool {
    match c {
        '"' | '#' | '&' | '<' | '>' | '`' | '\\' | '*' | '~' | '[' | ']' => true,
        '_' => !before.is_alphanumeric() || !after.is_alphanumeric(),
        '.' | ')' => before.is_ascii_digit() && after.is_whitespace(),
        '-' | '+' => before == '\n' && after.is_whitespace(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_to_mermaid_is_an_entity() {
        assert_eq!(
            escaped("a \"b\" <c> #d & `e`"),
            "a #34;b#34; #60;c#62; #35;d #38; #96;e#96;"
        );
        assert_eq!(escaped("größe_1 → ${{x}}\n*"), "größe_1 → ${{x}}<br>#42;");
        assert_eq!(
            escaped("_a_b_ 1.5\n1. x\n- y"),
            "#95;a_b#95; 1.5<br>1#46; x<br>#45; y"
        );
        assert_eq!(escaped("style: #1"), "style#58; #35;1");
        assert_eq!(title("a \"b\"\\: c"), "\"a \\\"b\\\"\\\\: c\"");
    }
}
