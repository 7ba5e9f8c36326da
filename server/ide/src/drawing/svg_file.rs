//! A picture in a file of its own: its colors are in it, light or dark as the reader's system is.

use super::paint::{Paint, RED};
use super::svg::{SvgStyle, marker, marker_of};
use crate::graph::{Edge, Node, NodeKind};

/// The style.
pub(super) struct FileStyle;

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

impl SvgStyle for FileStyle {
    fn start(root: &str, size: &str, title: &str) -> String {
        let plain = marker("plain", " class=\"arrow\"");
        let broken = format!(" class=\"arrow\" style=\"fill: {RED}\"");
        let broken = marker("broken", &broken);
        format!(
            "{root}>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
             <defs>\n{plain}{broken}</defs>\n<rect class=\"paper\" {size}/>\n"
        )
    }

    fn group(_: usize) -> String {
        String::new()
    }

    fn edge(_: &Edge) -> String {
        " class=\"edge\"".to_owned()
    }

    fn line(edge: &Edge, d: &str) -> String {
        let style = if edge.problem.is_some() {
            format!(" style=\"stroke: {RED}; stroke-dasharray: 5 4\"")
        } else {
            String::new()
        };
        let marker = marker_of(edge);
        format!("<path d=\"{d}\"{style} marker-end=\"url(#{marker})\"/>")
    }

    fn node(_: usize, node: &Node) -> String {
        let remote = if node.kind == NodeKind::Remote {
            " remote"
        } else {
            ""
        };
        format!(" class=\"node{remote}\"")
    }

    fn node_box(node: &Node) -> String {
        let paint = Paint::of(node);
        let (fill, border) = paint.colors();
        let dashes = if paint == Paint::Broken {
            " stroke-dasharray=\"5 4\""
        } else {
            ""
        };
        format!(" fill=\"{fill}\" stroke=\"{border}\"{dashes}")
    }
}
