//! A pipeline as text that other programs draw.

mod dot;
mod mermaid;

use dot::dot;
use mermaid::mermaid;

use azml_rules::compute::{ComputeKind, Nodes};

use crate::ide::graph::{Compute, Graph, Node, NodeKind};

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

/// The colour of what is broken.
const RED: &str = "#c62828";

/// How a node is painted: its name, fill and border, all readable with black text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Paint {
    Input,
    Output,
    Step,
    /// One machine: a compute instance, an attached machine, this computer.
    Machine,
    Cluster,
    Serverless,
    /// Machines that others look after.
    Other,
    Control,
    Broken,
}

impl Paint {
    const ALL: [Self; 9] = [
        Self::Input,
        Self::Output,
        Self::Step,
        Self::Machine,
        Self::Cluster,
        Self::Serverless,
        Self::Other,
        Self::Control,
        Self::Broken,
    ];

    fn of(node: &Node) -> Self {
        match node.kind {
            _ if node.problem.is_some() => Self::Broken,
            NodeKind::Missing => Self::Broken,
            NodeKind::Input => Self::Input,
            NodeKind::Output => Self::Output,
            NodeKind::Control => Self::Control,
            NodeKind::Step | NodeKind::Remote => {
                node.compute.as_ref().map_or(Self::Step, Self::of_compute)
            }
        }
    }

    fn of_compute(compute: &Compute) -> Self {
        match compute.kind {
            None => Self::Step,
            Some(ComputeKind::Serverless | ComputeKind::ServerlessSpark) => Self::Serverless,
            Some(kind) => match kind.capability().nodes {
                Nodes::One => Self::Machine,
                Nodes::Many => Self::Cluster,
                Nodes::Pool | Nodes::Endpoint => Self::Other,
            },
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
            Self::Step => "step",
            Self::Machine => "machine",
            Self::Cluster => "cluster",
            Self::Serverless => "serverless",
            Self::Other => "other",
            Self::Control => "control",
            Self::Broken => "broken",
        }
    }

    /// Fill and border.
    fn colours(self) -> (&'static str, &'static str) {
        match self {
            Self::Input => ("#e3f2fd", "#1565c0"),
            Self::Output => ("#e8f5e9", "#2e7d32"),
            Self::Step => ("#f5f5f5", "#616161"),
            Self::Machine => ("#fff8e1", "#b26a00"),
            Self::Cluster => ("#ede7f6", "#5e35b1"),
            Self::Serverless => ("#e0f2f1", "#00695c"),
            Self::Other => ("#fbe9e7", "#8d4a33"),
            Self::Control => ("#eceff1", "#37474f"),
            Self::Broken => ("#ffebee", RED),
        }
    }
}

/// What stands in a node, line by line.
fn lines(node: &Node) -> Vec<String> {
    let mut lines = vec![node.name.clone(), node.about.clone()];
    lines.extend(
        node.compute
            .as_ref()
            .map(|compute| format!("on {}", compute.label())),
    );
    lines.retain(|line| !line.is_empty());
    lines
}

/// The groups in `parent`, then the nodes in it.
fn members(graph: &Graph, parent: Option<usize>) -> (Vec<usize>, Vec<usize>) {
    let groups = graph
        .groups
        .iter()
        .enumerate()
        .filter(|(_, group)| group.parent == parent);
    let nodes = graph
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.group == parent);
    (
        groups.map(|(at, _)| at).collect(),
        nodes.map(|(at, _)| at).collect(),
    )
}
