//! Monthly cost of a file that defines machines, shown above its first line.

use azml_rules::compute::{Bill, ComputeDef, ComputeKind, Prices, vm_size};
use azml_rules::document::Kind;
use azml_rules::syntax::{Node, known_text};
use azml_rules::text::TextRange;
use azml_rules::wording::counted;

use crate::Site;

/// A line of text above a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeLens {
    /// The range that it describes.
    pub range: TextRange,
    /// Its text.
    pub title: String,
}

/// Returns the cost of the document, if it defines machines.
pub fn code_lenses(site: &Site<'_>) -> Vec<CodeLens> {
    let prices = &site.settings().prices;
    let title = match site.document.kind() {
        Some(Kind::DeploymentManagedOnline) => online(site, prices),
        Some(kind) if kind.is_compute() => {
            ComputeDef::of_document(site.document).and_then(|def| compute(&def, prices))
        }
        _ => None,
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
        Bill::Nothing => Some(format!("{what}: nothing")),
        Bill::Machines { count, rate } => Some(format!("{what}: {}", rate.monthly(*count))),
        Bill::Unknown(_) => None,
    }
}

/// "3 instances: about $627 a month (East US list price of 2026-06-18)"
fn online(site: &Site<'_>, prices: &Prices) -> Option<String> {
    let size = vm_size(site.document.get("instance_type").and_then(known_text)?)?;
    let count = site
        .document
        .get("instance_count")
        .map_or(Some(1), Node::int)
        .filter(|count| *count > 0)?;
    let rate = prices.rate(size.name)?;
    Some(format!(
        "{}: {} ({})",
        counted(count, "instance"),
        rate.monthly(count),
        rate.basis()
    ))
}
