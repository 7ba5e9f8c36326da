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

use dot::dot;
use mermaid::mermaid;
use svg_file::FileStyle;
use svg_page::PageStyle;

pub use layout::Direction;
pub use svg::Picture;

use azml_ide::graph::Graph;

/// Output format of a graph. (Doc comments on the values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
#[allow(missing_docs)]
pub enum GraphFormat {
    #[default]
    Mermaid,
    Dot,
    Svg,
}

impl GraphFormat {
    /// The ends of the names of files that hold it.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Mermaid => &["mmd", "mermaid"],
            Self::Dot => &["dot", "gv"],
            Self::Svg => &["svg"],
        }
    }
}

/// `graph` in `format`.
pub fn graph_text(graph: &Graph, format: GraphFormat) -> String {
    match format {
        GraphFormat::Mermaid => mermaid(graph),
        GraphFormat::Dot => dot(graph),
        GraphFormat::Svg => svg::draw::<FileStyle>(graph, Direction::Right).svg,
    }
}

/// `graph` for a page that brings the colors of its theme.
pub fn graph_picture(graph: &Graph, direction: Direction) -> Picture {
    svg::draw::<PageStyle>(graph, direction)
}
