//! A graph as a picture that a browser shows: SVG without scripts, light or dark as the reader's
//! system is.
//!
//! Names come from files, so every text is printable and escaped.

use std::fmt::Write as _;

use super::layout::{Area, HEADER, Layout, layout};
use super::paint::{Paint, RED};
use azml_ide::graph::{Edge, Graph, Group, Node, NodeKind};
use azml_rules::text::printable::printable;

const LINE: i64 = 16;
const LETTER: i64 = 7;
const SMALL_LETTER: i64 = 6;
const LONGEST: usize = 34;
/// With more bindings than this, their labels are only shown for what is pointed at.
const MANY: usize = 30;
/// The first characters that take the room of two.
const WIDE: char = '\u{1100}';

const STYLE: &str = "\
text { font: 12px sans-serif; fill: #1f1f1f; text-anchor: middle; }
.paper { fill: #ffffff; stroke: none; }
.node .name, .group .name { font-weight: 600; }
.about { font-size: 11px; fill: #4d4d4d; }
.node rect { stroke-width: 1.5; }
.remote rect { stroke-dasharray: 2 3; }
.group rect { fill: none; stroke: #616161; stroke-dasharray: 2 2; }
.group .name { text-anchor: start; }
.edge path { fill: none; stroke: #616161; }
.edge text { font-size: 10px; fill: #4d4d4d; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }
.arrow { fill: #616161; }
.few .edge text { display: none; }
.few .edge:hover text { display: inline; }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1f1f1f; }
  .group .name { fill: #e0e0e0; }
  .edge text { fill: #c8c8c8; stroke: #1f1f1f; }
  .edge path, .group rect { stroke: #a0a0a0; }
  .arrow { fill: #a0a0a0; }
}
";

/// `graph` as one SVG document.
pub(super) fn svg(graph: &Graph) -> String {
    let lines: Vec<Vec<String>> = graph.nodes.iter().map(lines_of).collect();
    let sizes: Vec<_> = graph.nodes.iter().zip(&lines).map(size).collect();
    let has_many = graph.edges.len() > MANY;
    let room: Vec<i64> = graph
        .edges
        .iter()
        .map(|edge| if has_many { 0 } else { room(edge) })
        .collect();
    let layout = layout(graph, &sizes, &room);
    let mut out = start(graph, &layout, has_many);
    for (group, area) in graph.groups.iter().zip(&layout.groups) {
        write_group(&mut out, group, *area);
    }
    for (edge, points) in graph.edges.iter().zip(&layout.edges) {
        write_edge(&mut out, edge, points);
    }
    for (at, node) in graph.nodes.iter().enumerate() {
        write_node(&mut out, node, &lines[at], layout.nodes[at]);
    }
    out.push_str("</svg>\n");
    out
}

fn start(graph: &Graph, layout: &Layout, has_many: bool) -> String {
    let Layout { width, height, .. } = layout;
    let class = if has_many { "few" } else { "all" };
    let title = escaped(&graph.title);
    let size = format!("width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"");
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" {size}>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n<defs>\n"
    );
    for (id, style) in [
        ("plain", String::new()),
        ("broken", format!(" style=\"fill: {RED}\"")),
    ] {
        let _ = writeln!(
            out,
            "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" orient=\"auto\">\
             <path class=\"arrow\"{style} d=\"M0 0L8 4L0 8z\"/></marker>"
        );
    }
    let _ = writeln!(
        out,
        "</defs>\n<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"
    );
    out
}

fn lines_of(node: &Node) -> Vec<String> {
    let compute = node.compute.as_ref();
    let lines = [
        node.name.clone(),
        node.about.clone(),
        compute.map_or_else(String::new, |it| format!("on {}", it.name)),
        compute.and_then(|it| it.about.clone()).unwrap_or_default(),
    ];
    let mut lines = lines.to_vec();
    lines.retain(|line| !line.is_empty());
    lines.iter().map(|line| shortened(line, LONGEST)).collect()
}

fn size((node, lines): (&Node, &Vec<String>)) -> (i64, i64) {
    let widest = lines.iter().map(|line| width(line, LETTER)).max();
    let edges = if is_port(node) { 40 } else { 24 };
    let rows = i64::try_from(lines.len().max(1)).unwrap_or(1);
    (widest.unwrap_or(0).max(70) + edges, rows * LINE + 16)
}

fn room(edge: &Edge) -> i64 {
    width(&shortened(&edge.label(), LONGEST), SMALL_LETTER) + 30
}

fn width(text: &str, letter: i64) -> i64 {
    let widths = text
        .chars()
        .map(|c| if c < WIDE { letter } else { 2 * letter });
    widths.sum()
}

fn is_port(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Input | NodeKind::Output)
}

fn write_node(out: &mut String, node: &Node, lines: &[String], area: Area) {
    let paint = Paint::of(node);
    let (fill, border) = paint.colors();
    let remote = if node.kind == NodeKind::Remote {
        " remote"
    } else {
        ""
    };
    let dashes = if paint == Paint::Broken {
        " stroke-dasharray=\"5 4\""
    } else {
        ""
    };
    let radius = if is_port(node) { area.height / 2 } else { 4 };
    let full = [
        Some(node.name.clone()),
        Some(node.about.clone()),
        node.compute.as_ref().map(|it| format!("on {}", it.label())),
        node.problem.clone(),
    ];
    let _ = writeln!(
        out,
        "<g class=\"node{remote}\"><title>{}</title>\
         <rect {} rx=\"{radius}\" fill=\"{fill}\" stroke=\"{border}\"{dashes}/>",
        title(full),
        rectangle(area)
    );
    let x = area.x + area.width / 2;
    for (row, line) in (0..).zip(lines) {
        let y = area.y + 20 + LINE * row;
        let class = if row == 0 { "name" } else { "about" };
        let line = escaped(line);
        let _ = writeln!(
            out,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{line}</text>"
        );
    }
    out.push_str("</g>\n");
}

fn write_group(out: &mut String, group: &Group, area: Area) {
    let label = format!("{} · {}", group.name, group.about);
    let (x, y) = (area.x + 12, area.y + HEADER * 3 / 5);
    let _ = writeln!(
        out,
        "<g class=\"group\"><title>{}</title><rect {} rx=\"6\"/>\
         <text class=\"name\" x=\"{x}\" y=\"{y}\">{}</text></g>",
        escaped(&label),
        rectangle(area),
        escaped(&shortened(&label, 2 * LONGEST))
    );
}

fn write_edge(out: &mut String, edge: &Edge, points: &[(i64, i64)]) {
    let [.., a, b] = points else { return };
    let broken = edge.problem.is_some();
    let style = if broken {
        format!(" style=\"stroke: {RED}; stroke-dasharray: 5 4\"")
    } else {
        String::new()
    };
    let marker = if broken { "broken" } else { "plain" };
    let _ = writeln!(
        out,
        "<g class=\"edge\"><title>{}</title>\
         <path d=\"{}\"{style} marker-end=\"url(#{marker})\"/>\
         <text x=\"{}\" y=\"{}\">{}</text></g>",
        title([Some(edge.label()), edge.problem.clone()]),
        curve(points),
        i64::midpoint(a.0, b.0),
        i64::midpoint(a.1, b.1) - 4,
        escaped(&shortened(&edge.label(), LONGEST))
    );
}

fn rectangle(area: Area) -> String {
    let Area {
        x,
        y,
        width,
        height,
    } = area;
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

/// Curves that leave and arrive level.
fn curve(points: &[(i64, i64)]) -> String {
    let mut path = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        let Some((last_x, last_y)) = at.checked_sub(1).map(|last| points[last]) else {
            let _ = write!(path, "M{x} {y}");
            continue;
        };
        // A binding that runs backwards leaves both boxes on their own side first.
        let reach = ((x - last_x).abs() / 2).max(30);
        let (out_x, in_x) = (last_x + reach, x - reach);
        let _ = write!(path, "C{out_x} {last_y} {in_x} {y} {x} {y}");
    }
    path
}

/// What is shown for what is pointed at, line by line.
fn title<const N: usize>(lines: [Option<String>; N]) -> String {
    let lines = lines.into_iter().flatten().filter(|line| !line.is_empty());
    let lines: Vec<String> = lines.map(|line| escaped(&line)).collect();
    lines.join("\n")
}

/// By characters, so that none is cut in two.
fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(longest - 1).collect();
    short.push('…');
    short
}

/// `text` as XML shows it; what XML forbids is written as an escape.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in printable(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(kind: NodeKind, name: &str) -> Node {
        Node {
            kind,
            name: name.to_owned(),
            about: String::new(),
            compute: None,
            group: None,
            place: None,
            problem: None,
        }
    }

    fn edge(from: usize, to: usize) -> Edge {
        Edge {
            from,
            to,
            from_port: "out".to_owned(),
            to_port: "in".to_owned(),
            port_type: None,
            problem: None,
        }
    }

    /// An input, a chain of steps with a short cut, one on the side, and a circle.
    fn graph() -> Graph {
        Graph {
            title: "a <b> & \"c\"".to_owned(),
            groups: Vec::new(),
            nodes: vec![
                node(NodeKind::Input, "raw"),
                node(NodeKind::Step, "prep"),
                node(NodeKind::Step, "train"),
                node(NodeKind::Step, "report"),
                node(NodeKind::Step, "alone"),
                node(NodeKind::Missing, "<script>"),
            ],
            edges: vec![
                edge(0, 1),
                edge(1, 2),
                edge(2, 3),
                edge(1, 3),
                edge(0, 3),
                edge(3, 1),
            ],
        }
    }

    fn laid_out(graph: &Graph) -> Layout {
        let sizes = vec![(90, 48); graph.nodes.len()];
        layout(graph, &sizes, &vec![60; graph.edges.len()])
    }

    #[test]
    fn boxes_do_not_overlap_and_are_in_the_picture() {
        let layout = laid_out(&graph());
        for (at, a) in layout.nodes.iter().enumerate() {
            assert!(a.x >= 0 && a.x + a.width <= layout.width, "{a:?}");
            assert!(a.y >= 0 && a.y + a.height <= layout.height, "{a:?}");
            for b in &layout.nodes[at + 1..] {
                let beside = a.x + a.width <= b.x || b.x + b.width <= a.x;
                let above = a.y + a.height <= b.y || b.y + b.height <= a.y;
                assert!(beside || above, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn bindings_run_to_the_right_but_for_the_one_that_closes_a_circle() {
        let graph = graph();
        let layout = laid_out(&graph);
        for (points, edge) in layout.edges.iter().zip(&graph.edges) {
            let runs_forward = points.is_sorted_by_key(|(x, _)| *x);
            assert_eq!(runs_forward, (edge.from, edge.to) != (3, 1), "{points:?}");
        }
        // From the input over two steps to the report: a bend in each layer between them.
        assert_eq!(layout.edges[4].len(), 4);
    }

    #[test]
    fn every_tag_is_closed_and_texts_of_files_stay_texts() {
        let svg = svg(&graph());
        assert!(svg.contains("a &lt;b&gt; &amp; &quot;c&quot;"), "{svg}");
        assert!(!svg.contains("<script"), "{svg}");
        let mut open = Vec::new();
        let mut rest = svg.as_str();
        while let Some((text, behind)) = rest.split_once('<') {
            let known = |it: &str| {
                ["lt;", "gt;", "amp;", "quot;"]
                    .iter()
                    .any(|e| it.starts_with(e))
            };
            assert!(text.split('&').skip(1).all(known), "{text:?}");
            let (tag, after) = behind.split_once('>').expect("a tag ends");
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{tag:?}"),
                None if tag.ends_with('/') => {}
                None => open.push(tag.split([' ', '\n']).next().unwrap_or_default()),
            }
            rest = after;
        }
        assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shortened("😀😀😀", 2), "😀…");
        assert_eq!(escaped("\u{ffff}\u{1b}"), "\u{fffd}\\x1b");
    }
}
