//! Suitability of a compute for the work that references it. The capability table decides.

use azml_rules::compute::{ComputeKind, KnownCompute, Load};
use azml_rules::document::{Inherited, Work};
use azml_rules::syntax::Node;
use azml_rules::wording::counted;

/// Requirements of some work on its compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Demand {
    /// The type of work; `None` if unknown.
    pub(crate) load: Option<Load>,
    /// Number of nodes of one run.
    pub(crate) nodes: i64,
}

/// Suitability of a compute, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Suitability {
    Good,
    Fair,
    Unknown,
    Poor,
    Never,
}

impl Demand {
    /// Returns the requirements of `work`.
    pub(crate) fn of_work(work: &Work<'_>) -> Self {
        Self {
            load: Load::of_task(work.task),
            nodes: nodes(work).unwrap_or(1),
        }
    }

    /// Returns the requirements on the default compute of a pipeline with these steps.
    pub(crate) fn of_pipeline(works: &[Work<'_>]) -> Self {
        let own = |work: &&Work<'_>| {
            work.target.inherited == Inherited::Own && work.target.node.is_some()
        };
        let here = works.iter().filter(|work| !own(work));
        Self {
            load: Some(Load::Pipeline),
            nodes: here.filter_map(nodes).max().unwrap_or(1),
        }
    }

    /// Returns `true` if the service certainly rejects `compute`: it does not run such work, or has
    /// too few nodes.
    pub(crate) fn is_refused(self, compute: &KnownCompute) -> bool {
        let (Some(load), Some(kind)) = (self.load, compute.kind()) else {
            return false;
        };
        kind.never_takes(load) || compute.max_nodes().is_some_and(|max| max < self.nodes)
    }

    /// Returns how well `compute` fits, and the reason.
    pub(crate) fn suitability(self, compute: &KnownCompute) -> (Suitability, String) {
        match compute.kind() {
            Some(kind) => self.suitability_of_kind(kind, compute.max_nodes()),
            None => (Suitability::Unknown, "unknown kind".to_owned()),
        }
    }

    /// Returns how well a compute of `kind` with at most `max` nodes fits, and the reason.
    pub(crate) fn suitability_of_kind(
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
