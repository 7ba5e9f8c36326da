//! A graph as a picture: SVG without scripts.
//!
//! Names come from files, so every text is printable and escaped.

use std::fmt::Write as _;

use super::layout::{Area, Direction, HEADER, Layout, LayoutInput, layout};
use crate::graph::{Edge, Graph, Group, Node, NodeKind, StepCost};
use azml_rules::text::printable::printable;

const LINE: i64 = 16;
const LETTER: i64 = 7;
const SMALL_LETTER: i64 = 6;
const LONGEST: usize = 34;
/// With more bindings than this, their labels are only shown for what is pointed at.
const MANY: usize = 30;
/// The first characters that take the room of two.
const WIDE: char = '\u{1100}';
/// Room for a label between two boxes of which one is above the other.
const LABEL_HEIGHT: i64 = 56;

/// A picture with its size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// In pixels.
    pub width: i64,
    /// In pixels.
    pub height: i64,
    /// The text of the `svg` element.
    pub svg: String,
}

/// Style of a picture: its colors, and what it offers to a reader or to a program.
///
/// The attributes of an element begin with a space.
pub(super) trait SvgStyle {
    /// The rest of the start tag that begins with `root`, and what comes before the groups.
    /// `size` are the attributes of that name; `title` is escaped.
    fn start(root: &str, size: &str, title: &str) -> String;

    /// The attributes of the element of the group with this number, but for its class.
    fn group(number: usize) -> String;

    /// The attributes of the element of an edge.
    fn edge(edge: &Edge) -> String;

    /// Returns the line of an edge with `d` as the data of its `path` element.
    fn line(edge: &Edge, d: &str) -> String;

    /// The attributes of the element of the node with this number.
    fn node(number: usize, node: &Node) -> String;

    /// The attributes of the box of a node.
    fn node_box(node: &Node) -> String;
}

/// Draws `graph` in the style `S`.
pub(super) fn draw<S: SvgStyle>(graph: &Graph, direction: Direction) -> Picture {
    let lines: Vec<Vec<String>> = graph.nodes.iter().map(lines_of).collect();
    let sizes: Vec<_> = graph.nodes.iter().zip(&lines).map(size).collect();
    let has_many = graph.edges.len() > MANY;
    let room = |edge: &Edge| match direction {
        _ if has_many => 0,
        Direction::Right => label_width(edge),
        Direction::Down => LABEL_HEIGHT,
    };
    let room: Vec<i64> = graph.edges.iter().map(room).collect();
    let layout = layout(LayoutInput {
        graph,
        direction,
        sizes: &sizes,
        room: &room,
    });
    let Layout { width, height, .. } = layout;
    let class = if has_many { "few" } else { "all" };
    let size = format!("width=\"{width}\" height=\"{height}\"");
    let root = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" {size} \
         viewBox=\"0 0 {width} {height}\""
    );
    let mut svg = S::start(&root, &size, &escaped(&graph.title));
    for (at, group) in graph.groups.iter().enumerate() {
        write_group::<S>(&mut svg, at, group, layout.groups[at]);
    }
    for (edge, points) in graph.edges.iter().zip(&layout.edges) {
        write_edge::<S>(&mut svg, edge, points, direction);
    }
    for (at, node) in graph.nodes.iter().enumerate() {
        write_node::<S>(&mut svg, at, node, &lines[at], layout.nodes[at]);
    }
    svg.push_str("</svg>\n");
    Picture { width, height, svg }
}

/// The end of an edge with this name; `arrow` are the attributes of its `path` element.
pub(super) fn marker(id: &str, arrow: &str) -> String {
    format!(
        "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto\"><path{arrow} d=\"M0 0L8 4L0 8z\"/></marker>\n"
    )
}

/// The name of the marker at the end of `edge`.
pub(super) fn marker_of(edge: &Edge) -> &'static str {
    if edge.problem.is_some() {
        "broken"
    } else {
        "plain"
    }
}

fn lines_of(node: &Node) -> Vec<String> {
    let (compute, cost) = (node.compute.as_ref(), node.cost.as_ref());
    let lines = [
        node.name.clone(),
        node.about.clone(),
        compute.map_or_else(String::new, |it| format!("on {}", it.name)),
        compute.and_then(|it| it.about.clone()).unwrap_or_default(),
        cost.map_or_else(String::new, |it| it.figures.clone()),
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

fn label_width(edge: &Edge) -> i64 {
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

fn write_node<S: SvgStyle>(
    out: &mut String,
    number: usize,
    node: &Node,
    lines: &[String],
    area: Area,
) {
    let radius = if is_port(node) { area.height / 2 } else { 4 };
    let full = [
        Some(node.name.clone()),
        Some(node.about.clone()),
        node.compute.as_ref().map(|it| format!("on {}", it.label())),
        node.cost.as_ref().map(StepCost::label),
        node.problem.clone(),
    ];
    let _ = writeln!(
        out,
        "<g{}><title>{}</title><rect {} rx=\"{radius}\"{}/>",
        S::node(number, node),
        title(full),
        rectangle(area),
        S::node_box(node)
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

fn write_group<S: SvgStyle>(out: &mut String, number: usize, group: &Group, area: Area) {
    let label = format!("{} · {}", group.name, group.about);
    let (x, y) = (area.x + 12, area.y + HEADER * 3 / 5);
    let _ = writeln!(
        out,
        "<g class=\"group\"{}><title>{}</title><rect {} rx=\"6\"/>\
         <text class=\"name\" x=\"{x}\" y=\"{y}\">{}</text></g>",
        S::group(number),
        escaped(&label),
        rectangle(area),
        escaped(&shortened(&label, 2 * LONGEST))
    );
}

fn write_edge<S: SvgStyle>(
    out: &mut String,
    edge: &Edge,
    points: &[(i64, i64)],
    direction: Direction,
) {
    let [.., a, b] = points else { return };
    let _ = writeln!(
        out,
        "<g{}><title>{}</title>{}<text x=\"{}\" y=\"{}\">{}</text></g>",
        S::edge(edge),
        title([Some(edge.label()), edge.problem.clone()]),
        S::line(edge, &curve(points, direction)),
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

/// Curves that leave and arrive in the direction of the picture.
fn curve(points: &[(i64, i64)], direction: Direction) -> String {
    let mut path = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        let Some((last_x, last_y)) = at.checked_sub(1).map(|last| points[last]) else {
            let _ = write!(path, "M{x} {y}");
            continue;
        };
        // An edge that runs backwards leaves both boxes on their own side first.
        let reach = |way: i64| (way.abs() / 2).max(30);
        let (right, down) = match direction {
            Direction::Right => (reach(x - last_x), 0),
            Direction::Down => (0, reach(y - last_y)),
        };
        let (out_x, out_y) = (last_x + right, last_y + down);
        let (in_x, in_y) = (x - right, y - down);
        let _ = write!(path, "C{out_x} {out_y} {in_x} {in_y} {x} {y}");
    }
    path
}

/// The text that is shown for what is pointed at, line by line.
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
pub(super) fn escaped(text: &str) -> String {
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
    use crate::drawing::sample;
    use crate::drawing::svg_file::FileStyle;
    use crate::drawing::svg_page::PageStyle;

    /// Names that are markup, an edge to what is missing, a pipeline in a step.
    fn graph() -> Graph {
        let mut inner = sample::node(NodeKind::Step, "a\"/><a onclick=\"x\">", Some(0));
        inner.place = Some(sample::place());
        let missing = sample::node(NodeKind::Missing, "<script>", None);
        let mut edge = sample::edge(1, 0);
        edge.from_port = "</title><script>".to_owned();
        edge.problem = Some("no such & <b>".to_owned());
        Graph {
            title: "a <b> & \"c\"".to_owned(),
            groups: vec![sample::group(None, "<g>")],
            nodes: vec![inner, missing],
            edges: vec![edge],
        }
    }

    fn pictures(graph: &Graph) -> [String; 3] {
        [
            draw::<FileStyle>(graph, Direction::Right),
            draw::<PageStyle>(graph, Direction::Right),
            draw::<PageStyle>(graph, Direction::Down),
        ]
        .map(|it| it.svg)
    }

    #[test]
    fn every_tag_is_closed_and_texts_of_files_stay_texts() {
        for svg in pictures(&graph()) {
            assert!(svg.contains("a &lt;b&gt; &amp; &quot;c&quot;"), "{svg}");
            assert!(
                !svg.contains("<script") && !svg.contains(" onclick=\"x"),
                "{svg}"
            );
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
    }

    #[test]
    fn a_page_brings_the_colors_and_is_given_indexes() {
        let [_, svg, _] = pictures(&graph());
        for part in [
            " class=\"node step\" data-node=\"0\" tabindex=\"0\" role=\"link\">",
            " class=\"node missing broken\" data-node=\"1\">",
            " class=\"group\" data-group=\"0\" tabindex=\"0\" role=\"link\">",
            " class=\"edge broken\" data-from=\"1\" data-to=\"0\">",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        for part in ["<style", "style=", "fill=", "#fff"] {
            assert!(!svg.contains(part), "{part}: {svg}");
        }
    }

    #[test]
    fn the_labels_of_many_edges_wait_until_they_are_pointed_at() {
        let mut graph = graph();
        let [_, few, _] = pictures(&graph);
        graph.edges = vec![graph.edges[0].clone(); MANY + 1];
        let [_, many, _] = pictures(&graph);
        assert!(few.contains("class=\"all\"") && many.contains("class=\"few\""));
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shortened("😀😀😀", 2), "😀…");
        assert_eq!(escaped("\u{ffff}\u{1b}"), "\u{fffd}\\x1b");
    }
}
