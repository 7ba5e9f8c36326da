//! The reckoning: what a job, deployment, compute, or schedule costs, as far as its files tell.
//!
//! Start at [`estimate`], which returns the [`Estimate`] of a document ([`result`]). Each of its numbers is a
//! [`Figure`] ([`figure`]): known, at most, or unknown with its [`Reason`] ([`reason`]). A [`PricedMachine`]
//! ([`machine`]) has the price of one machine, with its source, region, and date. [`job`] reads the values
//! of a job or step for [`jobs`]; [`pipeline`] sums steps up in their [`order`]; [`deployment`], [`held`]
//! (computes), and [`schedule`] have a file each, and [`charges`] what is billed beside machines.
//!
//! Invariants: unknown is never 0; a sum in which a part is unknown is unknown, and names the part; no
//! amount is infinite, negative, or not a number; everything that shows a price of a run takes it from here.

mod charges;
mod deployment;
mod figure;
mod held;
mod job;
mod jobs;
mod machine;
mod order;
mod pipeline;
mod reason;
mod result;
mod schedule;

use std::sync::Arc;

pub use figure::{Figure, Money, Total};
pub use held::of_definition as estimate_compute;
pub use machine::{PricedMachine, prices};
pub use reason::Reason;
pub use result::{CostNote, CostSort, Estimate};

use self::job::{Job, Target};
use crate::document::{Document, Kind, KindFamily, Task};
use crate::expression::Callee;
use crate::syntax::{Node, known_text};
use crate::workspace::Workspace;

/// Returns the figures of a document; `None` for one that costs nothing by itself, such as a component or an
/// environment.
pub fn estimate(workspace: &Workspace, document: &Document) -> Option<Estimate> {
    let (kind, root) = (document.kind()?, document.root()?);
    let path = document.shared_path();
    let mut found = match kind {
        _ if kind.is_job() => of_job(workspace, &path, root, Task::of_kind(kind), None),
        Kind::DeploymentManagedOnline | Kind::DeploymentKubernetesOnline => {
            deployment::online(workspace, document, root)
        }
        _ if kind.is_batch_deployment() => deployment::batch(workspace, document, root)?,
        _ if kind.is_compute() => held::estimate(workspace, document)?,
        _ if kind.family() == KindFamily::Schedule => schedule::estimate(workspace, document, root),
        _ => return None,
    };
    found.name = name_of(root);
    Some(found)
}

/// Returns the figures of the job in the mapping `node` of the file at `path`. `target` is the compute on
/// which its steps run where they name none.
fn of_job<'a>(
    workspace: &'a Workspace,
    path: &Arc<str>,
    node: Node<'a>,
    task: Task,
    target: Option<Target<'a>>,
) -> Estimate {
    if task == Task::Pipeline {
        return pipeline::estimate(workspace, path, node, target);
    }
    let own = node.get("compute").filter(|it| !it.is_null());
    let own = own.map(|node| Target {
        node,
        path: path.clone(),
    });
    let trial = node.get("trial");
    let callee = trial.map(|it| Callee::resolve(workspace, path, it));
    let interface = callee.as_ref().and_then(Callee::interface);
    jobs::estimate(&Job {
        workspace,
        path: path.clone(),
        range: node.range(),
        name: String::new(),
        task,
        is_step: false,
        layers: std::iter::once(node)
            .chain(interface.map(|it| it.node))
            .collect(),
        is_whole: trial.is_none() || interface.is_some(),
        target: own.or(target),
    })
}

fn name_of(root: Node<'_>) -> String {
    let name = root.get("name").and_then(known_text);
    name.unwrap_or_default().to_owned()
}
