//! The capability table of `data/compute-kinds.yaml`.

use crate::document::{Kind, Task};

include!(concat!(env!("OUT_DIR"), "/compute_kinds.rs"));

/// Number of nodes of a kind of compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nodes {
    /// Always one.
    One,
    /// The configured number.
    Many,
    /// An external scheduler decides.
    Pool,
    /// The deployment defines it.
    Endpoint,
}

/// Type of work that runs on a compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Load {
    /// Command jobs.
    Command,
    /// Sweep jobs.
    Sweep,
    /// AutoML jobs.
    Automl,
    /// Pipelines, as default compute of their steps.
    Pipeline,
    /// Parallel steps.
    Parallel,
    /// Spark jobs.
    Spark,
    /// Online deployments.
    Online,
    /// Batch deployments.
    Batch,
}

impl Load {
    /// Returns its name in messages, in the plural.
    pub fn label(self) -> &'static str {
        match self {
            Self::Command => "command jobs",
            Self::Sweep => "sweeps",
            Self::Automl => "AutoML",
            Self::Pipeline => "pipelines",
            Self::Parallel => "parallel steps",
            Self::Spark => "Spark jobs",
            Self::Online => "online deployments",
            Self::Batch => "batch deployments",
        }
    }

    /// Returns the type of work of `task`; `None` if it is unknown.
    pub fn of_task(task: Task) -> Option<Self> {
        Some(match task {
            Task::Command => Self::Command,
            Task::Sweep => Self::Sweep,
            Task::AutoMlTabular | Task::AutoMlImage | Task::AutoMlText => Self::Automl,
            Task::Spark => Self::Spark,
            Task::Parallel => Self::Parallel,
            Task::Pipeline => Self::Pipeline,
            Task::DataTransfer | Task::FineTuning | Task::Unknown => return None,
        })
    }
}

/// Capabilities of a kind of compute. The texts are parts of sentences, for people.
#[derive(Debug)]
#[allow(missing_docs)] // Described in `data/compute-kinds.yaml`.
pub struct Capability {
    pub id: &'static str,
    pub label: &'static str,
    pub also: &'static str,
    pub yaml: &'static str,
    pub nodes: Nodes,
    pub queue: &'static str,
    pub used_by: &'static str,
    pub scales: &'static str,
    pub idle: &'static str,
    pub hardware: &'static str,
    pub managed: &'static str,
    pub good_for: &'static str,
    pub not_for: &'static str,
    pub what: &'static str,
    pub takes: &'static [Load],
    pub never: &'static [Load],
    pub url: &'static str,
}

impl ComputeKind {
    /// Returns its capabilities.
    pub fn capability(self) -> &'static Capability {
        let found = CAPABILITIES.iter().find(|(kind, _)| *kind == self);
        &found.expect("build.rs writes one row for each variant").1
    }

    /// Returns its name in messages: "compute instance".
    pub fn label(self) -> &'static str {
        self.capability().label
    }

    /// Returns `true` if it is known to run `load`.
    pub fn takes(self, load: Load) -> bool {
        self.capability().takes.contains(&load)
    }

    /// Returns `true` if it is known not to run `load`.
    pub fn never_takes(self, load: Load) -> bool {
        self.capability().never.contains(&load)
    }

    /// Returns `true` if it always has exactly one node.
    pub fn is_single_node(self) -> bool {
        self.capability().nodes == Nodes::One
    }

    /// Returns the kind with this `type`, in YAML of CLI v2 or in the spelling of the REST API,
    /// ignoring case.
    pub fn from_type(text: &str) -> Option<Self> {
        let squashed: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        Some(match squashed.to_ascii_lowercase().as_str() {
            "amlcompute" => Self::Cluster,
            "computeinstance" => Self::Instance,
            "kubernetes" => Self::Kubernetes,
            "virtualmachine" => Self::VirtualMachine,
            "synapsespark" => Self::SynapseSpark,
            "aks" | "akscompute" => Self::InferenceCluster,
            "databricks" => Self::Databricks,
            "hdinsight" => Self::Hdinsight,
            "datalakeanalytics" => Self::DataLakeAnalytics,
            _ => return None,
        })
    }

    /// Returns the kind that documents of `kind` define or represent.
    pub fn of_document(kind: Kind) -> Option<Self> {
        Some(match kind {
            Kind::ComputeAmlcompute => Self::Cluster,
            Kind::ComputeComputeinstance => Self::Instance,
            Kind::ComputeKubernetes => Self::Kubernetes,
            Kind::ComputeVirtualmachine => Self::VirtualMachine,
            Kind::ComputeSynapsespark => Self::SynapseSpark,
            Kind::EndpointManagedOnline | Kind::DeploymentManagedOnline => Self::ManagedOnline,
            Kind::EndpointKubernetesOnline | Kind::DeploymentKubernetesOnline => {
                Self::KubernetesOnline
            }
            _ if kind == Kind::EndpointBatch || kind.is_batch_deployment() => Self::BatchEndpoint,
            _ => return None,
        })
    }
}
