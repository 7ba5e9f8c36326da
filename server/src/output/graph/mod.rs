//! A pipeline as text that other programs draw.
//!
//! Both languages nest boxes in the same way (`boxes`) and in the same colors (`paint`); each has
//! its own quotes. Names come from files: each is `printable` before it is quoted, and none may end
//! its label.

mod boxes;
mod dot;
mod mermaid;
mod paint;

use dot::dot;
use mermaid::mermaid;

use crate::ide::graph::Graph;

/// How a graph is written. (Doc comments on the values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
#[allow(missing_docs)]
pub enum GraphFormat {
    #[default]
    Mermaid,
    Dot,
}

/// `graph` in `format`.
#[must_use]
pub fn graph_text(graph: &Graph, format: GraphFormat) -> String {
    match format {
        GraphFormat::Mermaid => mermaid(graph),
        GraphFormat::Dot => dot(graph),
    }
}
