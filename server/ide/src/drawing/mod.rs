//! A pipeline as text that other programs draw, and as a picture (`svg`).
//!
//! [`mermaid`](mod@mermaid) and [`dot`](mod@dot) nest boxes in the same way (`boxes`); the picture is laid out here, layer by
//! layer (`layers`, `layout`), and drawn (`svg`) for a file of its own or for the page of an editor
//! (`svg_file`, `svg_page`). All have the same colors (`paint`); each has its own quotes. Names come
//! from files: each is `printable` before it is quoted, and none may end its label.

mod boxes;
mod dot;
mod layers;
mod layout;
mod mermaid;
mod paint;
#[cfg(test)]
mod sample;
mod svg;
mod svg_file;
mod svg_page;

use svg_file::FileStyle;
use svg_page::PageStyle;

use super::graph::Graph;
pub use dot::dot;
pub use layout::Direction;
pub use mermaid::mermaid;
pub use svg::Picture;

/// Returns the SVG file of `graph`.
pub fn svg_file(graph: &Graph) -> String {
    svg::draw::<FileStyle>(graph, Direction::Right).svg
}

/// Returns the picture of `graph` for a page that brings the colors of its theme.
pub fn picture(graph: &Graph, direction: Direction) -> Picture {
    svg::draw::<PageStyle>(graph, direction)
}
