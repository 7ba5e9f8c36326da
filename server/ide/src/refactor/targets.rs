//! Possible computes for some work: those that fit it, serverless compute, the local machine.

use azml_rules::compute::{ComputeKind, ComputeRef, KnownCompute, Load};
use azml_rules::document::Task;
use azml_rules::syntax::{Node, known_text};

use crate::Site;
use crate::suitability::{Demand, Suitability};

/// Maximum number of computes offered by name.
const OFFERED: usize = 8;

/// A possible compute.
pub(crate) enum ComputeTarget {
    Named(KnownCompute),
    Serverless,
    Local,
}

impl ComputeTarget {
    /// "`gpu` (compute cluster, Standard_NC24ads_A100_v4, 0 to 4 nodes)"
    pub(crate) fn label(&self) -> String {
        match self {
            Self::Named(compute) => match compute.definitions() {
                [one] => format!("`{}` ({})", compute.name(), one.describe()),
                _ => format!("`{}`", compute.name()),
            },
            Self::Serverless => ComputeKind::Serverless.label().to_owned(),
            Self::Local => "the local machine".to_owned(),
        }
    }

    /// Returns the text that references it in a file.
    pub(crate) fn reference(&self) -> String {
        match self {
            Self::Named(compute) => format!("azureml:{}", compute.name()),
            Self::Serverless => "azureml:serverless".to_owned(),
            Self::Local => "local".to_owned(),
        }
    }
}

/// Returns the possible computes for work with the requirements `demand`, except `current`, the
/// best first. Only a command job that is not a step can run on the local machine.
pub(crate) fn targets(
    site: &Site<'_>,
    demand: Demand,
    current: Option<Node<'_>>,
    alone: Option<Task>,
) -> Vec<ComputeTarget> {
    let current = current.and_then(known_text).map(ComputeRef::parse);
    let own = match current {
        Some(ComputeRef::Name(name)) => Some(name),
        _ => None,
    };
    let mut ranked: Vec<(Suitability, KnownCompute)> = Vec::new();
    for compute in site.workspace.known_computes(site.document.path()) {
        let (suitability, _) = demand.suitability(&compute);
        let fits = matches!(suitability, Suitability::Good | Suitability::Fair);
        let is_own = own.is_some_and(|name| name.eq_ignore_ascii_case(compute.name()));
        let def = compute.first();
        // Such a cluster can't be created.
        let is_wrong = def
            .min_nodes
            .zip(def.max_nodes)
            .is_some_and(|(min, max)| min > max);
        if fits && !is_own && !is_wrong {
            ranked.push((suitability, compute));
        }
    }
    ranked.sort_by_key(|(suitability, _)| *suitability);
    ranked.truncate(OFFERED);
    let mut targets: Vec<ComputeTarget> = ranked
        .into_iter()
        .map(|(_, compute)| ComputeTarget::Named(compute))
        .collect();
    let takes_serverless = demand
        .load
        .is_some_and(|load| ComputeKind::Serverless.takes(load));
    if takes_serverless && !matches!(current, None | Some(ComputeRef::Serverless)) {
        targets.push(ComputeTarget::Serverless);
    }
    let is_command = alone == Some(Task::Command) && demand.load == Some(Load::Command);
    if is_command && current != Some(ComputeRef::Local) {
        targets.push(ComputeTarget::Local);
    }
    targets
}
