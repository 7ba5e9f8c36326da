//! Cost of a file that defines machines or runs on some, shown above its first line.

use azml_rules::compute::{Bill, ComputeDef, ComputeKind, Prices};
use azml_rules::estimate::memoized_estimate;
use azml_rules::text::TextRange;
use azml_rules::wording::counted;

use super::estimate_line::estimate_line;
use crate::Site;

/// A line of text above a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeLens {
    /// The range that it describes.
    pub range: TextRange,
    /// Its text.
    pub title: String,
}

/// Returns the cost of the document, if it defines machines, or runs on some.
pub fn code_lenses(site: &Site<'_>) -> Vec<CodeLens> {
    let Some(kind) = site.document.kind() else {
        return Vec::new();
    };
    let title = if kind.is_compute() {
        ComputeDef::of_document(site.document).and_then(|def| compute(&def, site.prices()))
    } else {
        let found = memoized_estimate(site.workspace, site.document);
        found.and_then(|it| estimate_line(&it))
    };
    let first = site.document.root().and_then(|root| root.entries().next());
    match (title, first) {
        (Some(title), Some(first)) => {
            let range = first.key.range();
            vec![CodeLens { range, title }]
        }
        _ => Vec::new(),
    }
}

/// "idle: about $5,363 a month · 4 nodes: about $10,725 a month (East US list price of 2026-06-18)"
fn compute(def: &ComputeDef, prices: &Prices) -> Option<String> {
    let (idle, full) = (def.idle_bill(prices), def.full_bill(prices));
    let basis = def.rate(prices)?.basis();
    let nodes = def.max_nodes.unwrap_or(1);
    let parts = match def.kind? {
        ComputeKind::Cluster => {
            vec![
                phrase("idle", &idle),
                phrase(&counted(nodes, "node"), &full),
            ]
        }
        ComputeKind::Instance if idle == Bill::Nothing => {
            vec![
                Some("idle: shuts down automatically".to_owned()),
                phrase("always on", &full),
            ]
        }
        ComputeKind::Instance => vec![phrase("running, used or not", &full)],
        _ => return None,
    };
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("{} ({basis})", parts.join(" · ")))
}

fn phrase(what: &str, bill: &Bill) -> Option<String> {
    match bill {
        Bill::Nothing => Some(format!("{what}: no machines are billed")),
        Bill::Machines { count, rate } => Some(format!("{what}: {}", rate.monthly(*count))),
        Bill::Unknown(_) => None,
    }
}
