//! How well a compute fits the work that is to name it. The capability table decides.

use azml_rules::compute::{ComputeKind, KnownCompute, Load};
use azml_rules::document::{Document, Kind, KindFamily, Task, Work};
use azml_rules::syntax::Node;
use azml_rules::wording::counted;

use super::line::Value;

/// What is asked of a compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Demand {
    /// The sort of work; `None` where it is not known.
    pub(super) load: Option<Load>,
    /// Nodes of one run.
    pub(super) nodes: i64,
}

/// How well something fits, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Suitability {
    Good,
    Fair,
    Unknown,
    Poor,
    Never,
}

impl Demand {
    /// What the work whose compute is written at `value` asks for.
    pub(super) fn at(document: &Document, value: &Value<'_>) -> Self {
        let kind = document.kind();
        let keys = value.keys();
        if let Some(deployment) = document.batch_deployment() {
            let nodes = deployment.instance_count.and_then(Node::int).unwrap_or(1);
            return Self {
                load: Some(Load::Batch),
                nodes,
            };
        }
        if kind == Some(Kind::EndpointKubernetesOnline) {
            return Self {
                load: Some(Load::Online),
                nodes: 1,
            };
        }
        let works = match document.schedule() {
            Some(schedule) => schedule.works(),
            None => document.works(),
        };
        let is_pipeline = kind.is_some_and(|kind| matches!(Task::of_kind(kind), Task::Pipeline));
        if keys.contains(&"default_compute") || is_pipeline && keys == ["compute"] {
            let most = works.iter().filter_map(|work| nodes(work)).max();
            return Self {
                load: Some(Load::Pipeline),
                nodes: most.unwrap_or(1),
            };
        }
        match work(&works, value, &keys) {
            Some(work) => {
                let load =
                    Load::of_task(work.task).or_else(|| Load::of_task(task_on_line(value.line)?));
                Self {
                    load,
                    nodes: nodes(work).unwrap_or(1),
                }
            }
            None => Self {
                load: kind.and_then(|kind| Load::of_task(Task::of_kind(kind))),
                nodes: 1,
            },
        }
    }

    /// How `compute` fits, and why.
    pub(super) fn suitability(self, compute: &KnownCompute) -> (Suitability, String) {
        match compute.kind() {
            Some(kind) => self.suitability_of_kind(kind, compute.max_nodes()),
            None => (Suitability::Unknown, "unknown kind".to_owned()),
        }
    }

    /// How a compute of `kind` with at most `max` nodes fits, and why.
    pub(super) fn suitability_of_kind(
        self,
        kind: ComputeKind,
        max: Option<i64>,
    ) -> (Suitability, String) {
        let Some(load) = self.load else {
            return (Suitability::Unknown, String::new());
        };
        if kind.never_takes(load) {
            return (Suitability::Never, format!("does not run {}", load.label()));
        }
        if let Some(max) = max.filter(|max| *max < self.nodes) {
            let reason = format!(
                "has {}, but {} are requested",
                counted(max, "node"),
                self.nodes
            );
            return (Suitability::Poor, reason);
        }
        match (load, kind.is_single_node()) {
            (Load::Sweep | Load::Automl, true) => {
                (Suitability::Poor, "all trials share one machine".to_owned())
            }
            (Load::Pipeline, true) => (Suitability::Fair, "all steps share one machine".to_owned()),
            (_, single) if kind.takes(load) => (Suitability::Good, good(load, single, self.nodes)),
            _ => (
                Suitability::Unknown,
                format!("not known to run {}", load.label()),
            ),
        }
    }
}

fn good(load: Load, single: bool, nodes: i64) -> String {
    match load {
        _ if single => "one node".to_owned(),
        _ if nodes > 1 => format!("has the {nodes} requested nodes"),
        Load::Sweep | Load::Automl => "trials run in parallel".to_owned(),
        Load::Pipeline => "steps run in parallel".to_owned(),
        _ => "fits".to_owned(),
    }
}

fn nodes(work: &Work<'_>) -> Option<i64> {
    work.instance_count().and_then(Node::int)
}

/// The sort of work that a line says which no tree has: `train: {type: sweep, compute:`.
fn task_on_line(line: &str) -> Option<Task> {
    let (_, behind) = line.rsplit_once("type:")?;
    let word = behind
        .split([',', '}'])
        .next()?
        .trim()
        .trim_matches(['"', '\'']);
    let kind = Kind::of_type(KindFamily::Job, word, None)?;
    Some(Task::of_kind(kind))
}

/// The work whose own compute is written at `value`.
fn work<'w, 't>(works: &'w [Work<'t>], value: &Value<'_>, keys: &[&str]) -> Option<&'w Work<'t>> {
    let step = match keys {
        [.., "jobs", step, "compute"] => Some(*step),
        _ => None,
    };
    let named = works
        .iter()
        .filter(|work| step.is_some() && work.step_name() == step);
    let enclosing = works
        .iter()
        .filter(|work| work.node.range().touches(value.key_at));
    named
        .chain(enclosing)
        .min_by_key(|work| work.node.range().len())
}
