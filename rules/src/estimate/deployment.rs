//! Deployments: online ones run until they are deleted, batch ones when they are called.

use super::job::{JobTarget, count};
use super::machine::document_prices;
use super::{CostSort, Estimate, Figure, PricedMachine, Reason, pipeline};
use crate::compute::{HOURS_PER_MONTH, Unknown};
use crate::document::{Document, Kind};
use crate::expression::Callee;
use crate::syntax::Node;
use crate::workspace::Workspace;

/// Returns the figures of an online deployment. Without `instance_count`, the service runs one.
pub(super) fn online(workspace: &Workspace, document: &Document, root: Node<'_>) -> Estimate {
    let path = document.shared_path();
    let mut found = Estimate::new(CostSort::Online, &path, root.range());
    let get = |key: &str| root.get(key).filter(|it| !it.is_null());
    let nodes = get("instance_count").map_or(Ok(1), |it| count(it, "instance_count"));
    let machine = match get("instance_type") {
        _ if document.kind() == Some(Kind::DeploymentKubernetesOnline) => {
            PricedMachine::without_size(Reason::Price(Unknown::Foreign))
        }
        None => PricedMachine::without_size(Reason::NoInstanceType),
        Some(size) => PricedMachine::of_size(&document_prices(workspace, document), size, false),
    };
    found.on(machine, nodes.into());
    let month = Figure::Known(HOURS_PER_MONTH);
    found.per_month = Some(
        found
            .per_hour
            .with(&month, |each, hours| each.times(*hours)),
    );
    found
}

/// Returns the figures of a batch deployment: of a job that it starts.
pub(super) fn batch(
    workspace: &Workspace,
    document: &Document,
    root: Node<'_>,
) -> Option<Estimate> {
    let path = document.shared_path();
    let deployment = document.batch_deployment()?;
    let target = |node| JobTarget {
        node,
        path: path.clone(),
    };
    if let Some(component) = root
        .get("component")
        .filter(|_| deployment.compute.is_none())
    {
        let callee = Callee::resolve(workspace, &path, component);
        let mut found = Estimate::new(CostSort::Batch, &path, root.range());
        if let Some(interface) = callee.interface() {
            let inner = interface
                .document
                .map_or_else(|| path.clone(), |it| it.shared_path());
            let default = deployment.default_compute.map(target);
            let steps = pipeline::estimate(workspace, &inner, interface.node, default);
            found = Estimate {
                sort: CostSort::Batch,
                path,
                range: root.range(),
                ..steps
            };
        } else {
            let reason = Reason::Unreadable("component");
            found.nodes = Figure::Unknown(reason.clone());
            found.per_hour = Figure::Unknown(reason.clone());
            found.run_bound = Some(Figure::Unknown(reason));
        }
        return Some(found);
    }
    let mut found = Estimate::new(CostSort::Batch, &path, root.range());
    let nodes = deployment
        .instance_count
        .map_or(Ok(1), |it| count(it, "instance_count"));
    let machine = match deployment.compute {
        Some(node) => PricedMachine::of_compute(workspace, &path, node),
        None => None,
    };
    let unspecified = || PricedMachine::without_size(Reason::Price(Unknown::Unspecified));
    let machine = machine.unwrap_or_else(unspecified);
    let nodes = super::job::that_fit(nodes, &machine);
    found.on(machine, nodes.into());
    found.run_bound = Some(Figure::Unknown(Reason::MiniBatches));
    found.per_month = Some(Figure::Unknown(Reason::Invocations));
    Some(found)
}
