//! Known computes, for `--computes`: a [`table`] for people, [`json`] for machines.

mod json;
mod table;

use std::collections::BTreeMap;

use azml_rules::compute::{Bill, PriceBasis};

pub use json::computes_json;
pub use table::computes_table;

use crate::check::ListedCompute;

/// The idle cost of a month in all, by currency.
fn totals(computes: &[ListedCompute]) -> BTreeMap<&str, f64> {
    let mut totals = BTreeMap::new();
    for (amount, currency) in computes.iter().filter_map(|known| known.idle.amount()) {
        *totals.entry(currency).or_insert(0.0) += amount;
    }
    totals
}

/// Returns the computes whose idle cost is unknown.
fn without_price(computes: &[ListedCompute]) -> impl Iterator<Item = &ListedCompute> {
    computes
        .iter()
        .filter(|known| matches!(known.idle, Bill::Unknown(_)))
}

/// Returns `true` if the price of a node comes from `azml.yaml`.
fn has_own_price(known: &ListedCompute) -> bool {
    known
        .rate
        .as_ref()
        .is_some_and(|rate| rate.basis == PriceBasis::Own)
}
