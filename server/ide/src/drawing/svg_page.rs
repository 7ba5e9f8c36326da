//! A picture in a page, such as a view of an editor. Its colors are classes of the page's style
//! sheet, which takes them from the theme; a script of the page adds what a click does.
//!
//! The page relies on:
//! - `class`: `few` on the picture if labels only show for what is pointed at, else `all`; `group`;
//!   `edge` with `plain` or `broken`; `node` with its kind, `on-` and the kind of its compute, and
//!   `broken`; `wide` on the invisible line that makes an edge easy to point at.
//! - `data-node`, `data-group`: indexes into the lists of the graph. `data-from`, `data-to`: the
//!   nodes of an edge.
//! - `role="link"`: leads to a line of a file. `title` is its name for a screen reader.

use super::paint::Paint;
use super::svg::{SvgStyle, marker, marker_of};
use crate::graph::{Edge, Node};

/// The style.
pub(super) struct PageStyle;

const LINK: &str = " tabindex=\"0\" role=\"link\"";

impl SvgStyle for PageStyle {
    fn start(root: &str, _: &str, title: &str) -> String {
        let [plain, broken] =
            ["plain", "broken"].map(|id| marker(id, &format!(" class=\"arrow {id}\"")));
        format!("{root} role=\"group\" aria-label=\"{title}\">\n<defs>\n{plain}{broken}</defs>\n")
    }

    fn group(number: usize) -> String {
        format!(" data-group=\"{number}\"{LINK}")
    }

    fn edge(edge: &Edge) -> String {
        let (style, Edge { from, to, .. }) = (marker_of(edge), edge);
        format!(" class=\"edge {style}\" data-from=\"{from}\" data-to=\"{to}\"")
    }

    fn line(edge: &Edge, d: &str) -> String {
        let marker = marker_of(edge);
        format!("<path class=\"wide\" d=\"{d}\"/><path d=\"{d}\" marker-end=\"url(#{marker})\"/>")
    }

    fn node(number: usize, node: &Node) -> String {
        let mut class = format!("node {}", node.kind.id());
        if let Some(compute) = &node.compute {
            class.push_str(" on-");
            class.push_str(Paint::of_compute(compute).name());
        }
        if Paint::of(node) == Paint::Broken {
            class.push_str(" broken");
        }
        let link = if node.place.is_some() { LINK } else { "" };
        format!(" class=\"{class}\" data-node=\"{number}\"{link}")
    }

    fn node_box(_: &Node) -> String {
        String::new()
    }
}
