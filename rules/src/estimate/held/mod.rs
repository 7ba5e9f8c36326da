//! Computes: what they cost while nothing runs on them, and with all their nodes. [`uptime`] counts the hours of an
//! instance that schedules start and stop.

mod uptime;

use super::machine::prices;
use super::{CostSort, Estimate, Figure, Money, PricedMachine, Reason, charges};
use crate::compute::{Bill, ComputeDef, ComputeKind, HOURS_PER_MONTH, IdleBehavior, Unknown};
use crate::document::Document;
use crate::workspace::Workspace;

/// Returns the figures of the compute that a document defines.
pub(super) fn estimate(workspace: &Workspace, document: &Document) -> Option<Estimate> {
    let def = ComputeDef::of_document(document)?;
    let mut found = of_definition(workspace, document.path(), &def);
    found.range = document.root()?.range();
    if def.rest == IdleBehavior::Scheduled
        && let Some(hours) = uptime::hours_per_month(document)
    {
        let hours = Figure::Known(hours);
        found.idle_per_month = Some(
            found
                .per_hour
                .with(&hours, |each, hours| each.times(*hours)),
        );
    }
    Some(found)
}

/// Returns the figures of a compute as the file at `path` sees it.
pub fn of_definition(workspace: &Workspace, path: &str, def: &ComputeDef) -> Estimate {
    let mut found = Estimate::new(CostSort::Compute, &def.origin.path, def.origin.range);
    let prices = prices(workspace, &workspace.settings(path));
    let most = match def.kind {
        Some(ComputeKind::Instance) => Ok(1),
        Some(ComputeKind::Cluster) => def.max_nodes.ok_or(Reason::Price(Unknown::Unspecified)),
        Some(_) => Err(Reason::Price(Unknown::Foreign)),
        None => Err(Reason::Price(Unknown::Unspecified)),
    };
    found.name.clone_from(&def.name);
    found.on(PricedMachine::of_definition(def, &prices), most.into());
    if def.kind == Some(ComputeKind::Cluster) {
        found.nodes = found.nodes.as_limit();
        found.per_hour = found.per_hour.as_limit();
    }
    found.idle_per_month = Some(month(&def.idle_bill(&prices), &prices.currency));
    found.full_per_month = Some(month(&def.full_bill(&prices), &prices.currency));
    found.notes = charges::of_compute(def);
    found.mark_foreign_limits();
    found
}

fn month(bill: &Bill, currency: &Option<String>) -> Figure<Money> {
    let currency = currency.as_deref().unwrap_or("USD");
    let amount = match bill {
        Bill::Nothing => Money::new(0.0, currency),
        Bill::Machines { count, rate } => Money::of(rate)
            .and_then(|each| each.of_machines(*count))
            .and_then(|each| each.times(HOURS_PER_MONTH)),
        Bill::Unknown(reason) => return Figure::Unknown(Reason::Price(*reason)),
    };
    amount.ok_or(Reason::OutOfRange("amount")).into()
}
