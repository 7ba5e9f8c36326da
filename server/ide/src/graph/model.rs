//! The picture as plain data.

use azml_rules::compute::ComputeKind;
use azml_rules::text::Location;

/// A pipeline.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// Its name, else that of its file.
    pub title: String,
    /// The pipelines that are steps, outer ones first.
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
    /// What it runs: "pipeline · score.yml".
    pub about: String,
    /// The group it is in.
    pub parent: Option<usize>,
    /// Where the step is written.
    pub place: Location,
}

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// An input of a pipeline.
    Input,
    /// An output of a pipeline.
    Output,
    /// A step that can be read.
    Step,
    /// A step whose component is not at hand.
    Remote,
    /// `if_else`, `do_while`, `parallel_for`.
    Control,
    /// Something that a binding names and that is not there.
    Missing,
}

impl NodeKind {
    /// Its name for machines.
    #[must_use]
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
    /// What it stands for.
    pub kind: NodeKind,
    /// Its name.
    pub name: String,
    /// A step: what it runs, "command · train.yml". An input or output: its type.
    pub about: String,
    /// What a step runs on; `None` where nothing is written.
    pub compute: Option<Compute>,
    /// The group it is in.
    pub group: Option<usize>,
    /// Where it is written; `None` for what is missing.
    pub place: Option<Location>,
    /// What is wrong with it.
    pub problem: Option<String>,
}

/// What a step runs on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compute {
    /// Its name, or the expression that stands for it.
    pub name: String,
    /// "cluster · 0–4 nodes", where that is known.
    pub about: Option<String>,
    /// Its kind, where that is known.
    pub kind: Option<ComputeKind>,
}

impl Compute {
    /// "cpu-cluster (cluster · 0–4 nodes)"
    #[must_use]
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
    /// The index of the node that delivers.
    pub from: usize,
    /// The index of the node that receives.
    pub to: usize,
    /// The input or output that delivers.
    pub from_port: String,
    /// The input, output or field that receives.
    pub to_port: String,
    /// The type of what goes over it, where that is known.
    pub port_type: Option<&'static str>,
    /// What is wrong with it.
    pub problem: Option<String>,
}

impl Edge {
    /// "model → model_in: mlflow_model"; equal names once.
    #[must_use]
    pub fn label(&self) -> String {
        let mut ports = vec![self.from_port.as_str(), self.to_port.as_str()];
        ports.retain(|port| !port.is_empty());
        ports.dedup();
        let ports = ports.join(" → ");
        self.port_type
            .map_or_else(|| ports.clone(), |kind| format!("{ports}: {kind}"))
    }
}
