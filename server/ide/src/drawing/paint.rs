//! The colors of nodes.

use azml_rules::compute::{ComputeKind, Nodes};

use crate::graph::{Compute, Node, NodeKind};

/// The color of what is broken.
pub(super) const RED: &str = "#c62828";

/// Style of a node: its name, fill and border, all readable with black text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Paint {
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
    pub(super) const ALL: [Self; 9] = [
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

    pub(super) fn of(node: &Node) -> Self {
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

    pub(super) fn of_compute(compute: &Compute) -> Self {
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

    pub(super) fn name(self) -> &'static str {
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
    pub(super) fn colors(self) -> (&'static str, &'static str) {
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
