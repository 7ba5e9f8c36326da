//! The reckoning: what a job, deployment, compute, or schedule costs, as far as its files tell.
//!
//! Start at [`estimate`], which returns the [`Estimate`] of a document ([`result`]). Each of its numbers is a
//! [`Figure`] ([`figure`]): known, at most, or unknown with its [`Reason`] ([`reason`]). A [`PricedMachine`]
//! ([`machine`]) has the price of one machine, with its source, region, and date. [`job`] reads the values
//! of a job or step for [`jobs`]; [`pipeline`] sums steps up in their [`order`]; [`submitted`] picks one of
//! these for a job. [`deployment`], [`held`] (computes), and [`schedule`] have a file each, and [`charges`] what is
//! billed beside machines. [`work`] has the figures of one step alone, and [`memo`] remembers those of a document.
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
mod memo;
mod order;
mod pipeline;
mod reason;
mod result;
mod schedule;
mod submitted;
mod work;

pub use charges::of_compute as billed_beside_machines;
pub use figure::{Figure, Money, Total};
pub use held::of_definition as estimate_compute;
pub use machine::{PricedMachine, document_prices, prices};
pub use memo::memoized_estimate;
pub use reason::Reason;
pub use result::{CostNote, CostSort, Estimate, TrialRounds, bases};
pub use work::estimate_work;

use crate::document::{Document, Kind, KindFamily, Task};
use crate::workspace::Workspace;

/// Returns the figures of a document; `None` for one that costs nothing by itself, such as a component or an
/// environment.
pub fn estimate(workspace: &Workspace, document: &Document) -> Option<Estimate> {
    let (kind, root) = (document.kind()?, document.root()?);
    let path = document.shared_path();
    let mut found = match kind {
        _ if kind.is_job() => {
            submitted::estimate(workspace, &path, root, Task::of_kind(kind), None)
        }
        Kind::DeploymentManagedOnline | Kind::DeploymentKubernetesOnline => {
            deployment::online(workspace, document, root)
        }
        _ if kind.is_batch_deployment() => deployment::batch(workspace, document, root)?,
        _ if kind.is_compute() => held::estimate(workspace, document)?,
        _ if kind.family() == KindFamily::Schedule => schedule::estimate(workspace, document, root),
        _ => return None,
    };
    found.name = submitted::name_of(root);
    found.mark_foreign_limits();
    Some(found)
}
