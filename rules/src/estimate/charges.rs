//! Amounts that are billed beside the machines, and that figures lack.

use super::{CostNote, Money};
use crate::compute::limits::{
    INSTANCE_DISK_CENTS_PER_MONTH, LOAD_BALANCER_CENTS_PER_DAY, NODES_PER_LOAD_BALANCER,
};
use crate::compute::{ComputeDef, ComputeKind, HOURS_PER_MONTH};

/// Returns what is billed beside the nodes of a compute.
pub fn of_compute(def: &ComputeDef) -> Vec<CostNote> {
    match def.kind {
        Some(ComputeKind::Instance) => vec![
            note(
                "its disk, about $20 a month, is billed while it is stopped, too",
                month(INSTANCE_DISK_CENTS_PER_MONTH, 1.0),
            ),
            note(
                "its load balancer, about $10 a month, is billed while it is stopped, too",
                load_balancers(1),
            ),
            CostNote::new("its public IP address is billed while it is stopped, too"),
        ],
        Some(ComputeKind::Cluster) => {
            let most = def.max_nodes.filter(|it| *it > 0).unwrap_or(1);
            let count = (most - 1) / NODES_PER_LOAD_BALANCER + 1;
            let balancers = match count {
                1 => "a load balancer is".to_owned(),
                count => format!("up to {count} load balancers are"),
            };
            let text = format!(
                "{balancers} billed, about $10 a month each; sources disagree about a cluster with 0 nodes"
            );
            vec![note(text, load_balancers(count))]
        }
        _ => Vec::new(),
    }
}

/// Returns the note that an instance is billed after the job.
pub(super) fn instance_stays_on() -> CostNote {
    CostNote::new("a compute instance is billed until it stops, also after the job")
}

/// Returns the note that AutoML goes on after its time limit.
pub(super) fn automl_goes_on() -> CostNote {
    CostNote::new("ensembles and explanations of models run after the time limit")
}

fn note(text: impl Into<String>, per_month: Option<Money>) -> CostNote {
    CostNote {
        text: text.into(),
        per_month,
    }
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53")]
fn load_balancers(count: i64) -> Option<Money> {
    month(
        LOAD_BALANCER_CENTS_PER_DAY,
        HOURS_PER_MONTH / 24.0 * count as f64,
    )
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 cents")]
fn month(cents: i64, times: f64) -> Option<Money> {
    Money::new(cents as f64 / 100.0 * times, "USD")
}
