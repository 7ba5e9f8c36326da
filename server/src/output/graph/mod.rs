//! A pipeline as text that other programs draw, and as a picture (`svg`).
//!
//! Mermaid and DOT nest boxes in the same way (`boxes`); the picture is laid out here, layer by
//! layer (`layers`, `layout`). All have the same colors (`paint`); each has its own quotes. Names come from files: each is `printable` before it is quoted, and none may end
//! its label.

mod boxes;
mod dot;
mod layers;
mod layout;
mod mermaid;
mod paint;
mod svg;

use dot::dot;
use mermaid::mermaid;
use svg::svg;

use azml_ide::graph::Graph;

/// How a graph is written. (Doc comments on the values would make `--help` twice as long.)
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
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Mermaid => &["mmd", "mermaid"],
            Self::Dot => &["dot", "gv"],
            Self::Svg => &["svg"],
        }
    }
}

/// `graph` in `format`.
#[must_use]
pub fn graph_text(graph: &Graph, format: GraphFormat) -> String {
    match format {
        GraphFormat::Mermaid => mermaid(graph),
        GraphFormat::Dot => dot(graph),
        GraphFormat::Svg => svg(graph),
    }
}
