//! The values that name a resource, and which sort of resource they name.

use super::interface::merged_entries;
use crate::document::{Document, Kind};
use crate::syntax::{Node, NodeKind};

/// The sort of resource that a value names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// An environment.
    Environment,
    /// A model of a deployment.
    Model,
    /// The component of a step or of a batch deployment.
    Component,
    /// The trial of a sweep, where it is not written out.
    Trial,
    /// The `path` of an input.
    Data,
    /// A compute.
    Compute,
    /// `settings.default_compute` of a pipeline job.
    DefaultCompute,
    /// `settings.default_datastore` of a pipeline job.
    DefaultDatastore,
    /// The job of a schedule.
    Job,
}

impl Slot {
    /// How a message names it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Environment => "environment",
            Self::Model => "model",
            Self::Component | Self::Trial => "component",
            Self::Data => "data asset",
            Self::Compute | Self::DefaultCompute => "compute",
            Self::DefaultDatastore => "datastore",
            Self::Job => "job",
        }
    }

    /// Whether what it names has versions.
    #[must_use]
    pub fn is_versioned(self) -> bool {
        matches!(self, Self::Environment | Self::Model | Self::Component | Self::Trial | Self::Data)
    }
}

/// Fields whose content is free text or belongs to another language.
const FREE: &[&str] = &[
    "tags",
    "properties",
    "environment_variables",
    "conf",
    "description",
    "command",
    "outputs",
    "search_space",
    "identity",
    "credentials",
    "distribution",
    "inference_config",
];

/// The scalars of `document` that name resources, in the order of the file.
#[must_use]
pub fn slots(document: &Document) -> Vec<(Node<'_>, Slot)> {
    let mut found = Vec::new();
    let (Some(root), Some(kind)) = (document.root(), document.kind()) else { return found };
    let id = kind.id();
    let named = ["job/", "component/", "deployment/", "schedule/"].iter().any(|start| id.starts_with(start));
    if named || kind == Kind::EndpointKubernetesOnline {
        Walk { kind, found: &mut found }.mapping(root, 24);
    }
    found.sort_by_key(|(node, _)| node.range());
    found.dedup_by(|a, b| a.0 == b.0);
    found
}

struct Walk<'f, 't> {
    kind: Kind,
    found: &'f mut Vec<(Node<'t>, Slot)>,
}

impl<'t> Walk<'_, 't> {
    fn mapping(&mut self, node: Node<'t>, depth: u32) {
        if depth == 0 {
            return;
        }
        for entry in merged_entries(node) {
            let (key, value) = (entry.key.text().unwrap_or_default(), entry.value.resolved());
            match (key, value.kind()) {
                (key, NodeKind::Scalar(_)) => self.scalar(node, key, value),
                // Names chosen by the user stand one level down.
                ("inputs" | "jobs" | "input_data" | "monitoring_signals", NodeKind::Mapping) => {
                    for entry in merged_entries(value) {
                        self.mapping(entry.value.resolved(), depth - 1);
                    }
                }
                (key, NodeKind::Mapping) if !FREE.contains(&key) => self.mapping(value, depth - 1),
                _ => {}
            }
        }
    }

    fn scalar(&mut self, parent: Node<'t>, key: &str, value: Node<'t>) {
        let id = self.kind.id();
        let in_settings = parent.key().and_then(Node::text) == Some("settings");
        let pipeline_settings = in_settings && self.kind == Kind::JobPipeline;
        let slot = match key {
            "environment" => Slot::Environment,
            "model" if id.starts_with("deployment/") => Slot::Model,
            "component" => Slot::Component,
            "trial" => Slot::Trial,
            "compute" => Slot::Compute,
            "default_compute" if pipeline_settings => Slot::DefaultCompute,
            "default_datastore" if pipeline_settings => Slot::DefaultDatastore,
            "create_job" => Slot::Job,
            "path" if is_input(parent) => Slot::Data,
            _ => return,
        };
        self.found.push((value, slot));
    }
}

/// Whether the mapping is an input: an entry of `inputs`, or `training_data` and the like.
fn is_input(node: Node<'_>) -> bool {
    let Some(key) = node.key() else { return false };
    let section = key.parent().and_then(Node::key).and_then(Node::text);
    section == Some("inputs") || key.text().is_some_and(|key| key.ends_with("_data"))
}
