//! The graph as plain data.

use azml_rules::compute::ComputeKind;
use azml_rules::text::Location;

/// A pipeline.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// Its name, else that of its file.
    pub title: String,
    /// The nested pipelines, outer ones first.
    pub groups: Vec<Group>,
    /// Inputs, steps and outputs.
    pub nodes: Vec<Node>,
    /// Bindings.
    pub edges: Vec<Edge>,
}

/// A pipeline that is a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name of the step.
    pub name: String,
    /// Its type and file: "pipeline · score.yml".
    pub about: String,
    /// Index of the enclosing group.
    pub parent: Option<usize>,
    /// The location of the step.
    pub place: Location,
}

/// The type of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// An input of a pipeline.
    Input,
    /// An output of a pipeline.
    Output,
    /// A step whose component is available.
    Step,
    /// A step whose component is not available.
    Remote,
    /// `if_else`, `do_while`, `parallel_for`.
    Control,
    /// A name that a binding references and that is not declared.
    Missing,
}

impl NodeKind {
    /// Its name in machine-readable output.
    pub fn id(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
            Self::Step => "step",
            Self::Remote => "remote",
            Self::Control => "control",
            Self::Missing => "missing",
        }
    }
}

/// An input, a step or an output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its type.
    pub kind: NodeKind,
    /// Its name.
    pub name: String,
    /// For a step its type and file, "command · train.yml"; for an input or output its type.
    pub about: String,
    /// The compute of a step; `None` if it sets none.
    pub compute: Option<Compute>,
    /// The cost of a step, as far as it is known.
    pub cost: Option<StepCost>,
    /// Index of its group.
    pub group: Option<usize>,
    /// Its location; `None` for missing names.
    pub place: Option<Location>,
    /// Message of the first problem.
    pub problem: Option<String>,
}

/// The cost of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepCost {
    /// "4 nodes · $1.17/h · at most $2.34"
    pub figures: String,
    /// Source of the prices: "East US list price of 2026-06-18".
    pub basis: String,
}

impl StepCost {
    /// "4 nodes · $1.17/h · at most $2.34 (East US list price of 2026-06-18)"
    pub fn label(&self) -> String {
        format!("{} ({})", self.figures, self.basis)
    }
}

/// The compute of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compute {
    /// Its name, or the expression in its place.
    pub name: String,
    /// "cluster · 0–4 nodes", if known.
    pub about: Option<String>,
    /// Its kind, if known.
    pub kind: Option<ComputeKind>,
}

impl Compute {
    /// "cpu-cluster (cluster · 0–4 nodes)"
    pub fn label(&self) -> String {
        self.about.as_ref().map_or_else(
            || self.name.clone(),
            |about| format!("{} ({about})", self.name),
        )
    }
}

/// A binding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Index of the source node.
    pub from: usize,
    /// Index of the target node.
    pub to: usize,
    /// The input or output that is the source.
    pub from_port: String,
    /// The input, output or field that is the target.
    pub to_port: String,
    /// The type of the value, if known.
    pub port_type: Option<&'static str>,
    /// Message of the first problem.
    pub problem: Option<String>,
}

impl Edge {
    /// "model → model_in: mlflow_model"; equal names once.
    pub fn label(&self) -> String {
        let mut ports = vec![self.from_port.as_str(), self.to_port.as_str()];
        ports.retain(|port| !port.is_empty());
        ports.dedup();
        let ports = ports.join(" → ");
        self.port_type
            .map_or_else(|| ports.clone(), |kind| format!("{ports}: {kind}"))
    }
}
