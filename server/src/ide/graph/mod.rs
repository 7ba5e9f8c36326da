//! A pipeline as a picture: what goes in, the steps, what comes out, and the bindings between them.
//!
//! Plain data, made from the [`Program`](azml_rules::expression::Program) of the file: the same for the terminal, for an
//! editor and for tests. A pipeline that is a step of another one is a [`Group`]. What the rules find wrong with a binding
//! is told at its edge, so that the picture and the list of findings cannot differ.

mod build;
mod words;

use azml_rules::compute::ComputeKind;
use azml_rules::document::Kind;
use azml_rules::expression::{Location, Program};

use super::Site;

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

/// The graph of a pipeline job, a pipeline component or a schedule that holds a pipeline; `None` for anything else.
#[must_use]
pub fn graph(site: &Site<'_>) -> Option<Graph> {
    let document = site.document;
    if !matches!(
        document.kind()?,
        Kind::JobPipeline | Kind::ComponentPipeline | Kind::ScheduleJob
    ) {
        return None;
    }
    let program = Program::new(site.workspace, document);
    program.pipelines.first()?;
    Some(build::build(site, &program))
}
