//! The formats of `--graph`.

use azml_ide::drawing::{dot, mermaid, svg_file};
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
        GraphFormat::Svg => svg_file(graph),
    }
}
