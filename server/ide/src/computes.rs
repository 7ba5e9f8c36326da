//! List of the computes that a folder describes.

use std::sync::Arc;

use azml_rules::compute::{Bill, ComputeDef, ComputeKind, Origin, Prices};
use azml_rules::document::Resource;
use azml_rules::path::below;
use azml_rules::wording::counted;
use azml_rules::workspace::Workspace;

/// One compute of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedCompute {
    /// Its name.
    pub name: String,
    /// Its kind; `None` if unknown.
    pub kind: Option<ComputeKind>,
    /// Its VM size as written.
    pub size: Option<String>,
    /// Price of one machine, such as "$0.23/h"; `None` if unknown.
    pub price: Option<String>,
    /// "0–4 nodes"
    pub nodes: Option<String>,
    /// Idle cost: "nothing", "about $5,363 a month", or the reason why it is unknown.
    pub idle: String,
    /// Amount of `idle`; `None` if the cost is unknown.
    pub idle_amount: Option<f64>,
    /// The file and range that describe it.
    pub origin: Origin,
    /// The file, relative to the folder.
    pub file: String,
}

/// Returns every compute that the files below `root` and its inventories describe, sorted by name.
pub fn listed(
    workspace: &Workspace,
    root: &str,
    is_in: &dyn Fn(&str) -> bool,
) -> Vec<ListedCompute> {
    let settings = workspace.settings(&format!("{root}/azml.yaml"));
    let documents = workspace.members(Resource::Compute);
    let mut defs: Vec<ComputeDef> = documents
        .filter(|document| is_in(document.path()))
        .filter_map(|document| ComputeDef::of_document(document))
        .collect();
    let saved = settings
        .inventories
        .iter()
        .flat_map(|it| it.computes.iter());
    let saved = settings.computes.iter().chain(saved);
    defs.extend(saved.map(|def| def.as_ref().clone()));
    let mut created: Vec<&Arc<ComputeDef>> = workspace.computes_in_code().collect();
    created.retain(|def| is_in(&def.origin.path) && !defs.iter().any(|it| is_same_name(it, def)));
    defs.extend(created.into_iter().map(|def| def.as_ref().clone()));
    defs.sort_by(|a, b| (&a.name, &a.origin.path).cmp(&(&b.name, &b.origin.path)));
    defs.dedup_by(|a, b| a.name == b.name && a.origin == b.origin);
    let prices = &settings.prices;
    let listed = defs.into_iter().map(|def| of_def(def, root, prices));
    listed.collect()
}

fn is_same_name(one: &ComputeDef, other: &ComputeDef) -> bool {
    one.name.eq_ignore_ascii_case(&other.name)
}

fn of_def(def: ComputeDef, root: &str, prices: &Prices) -> ListedCompute {
    let bill = def.idle_bill(prices);
    let file = below(root, &def.origin.path).unwrap_or(&def.origin.path);
    ListedCompute {
        nodes: nodes(&def),
        price: def.rate(prices).map(|rate| rate.hourly()),
        idle: match &bill {
            Bill::Nothing => "nothing".to_owned(),
            Bill::Machines { count, rate } => rate.monthly(*count),
            Bill::Unknown(reason) => format!("unknown, because {}", reason.why()),
        },
        idle_amount: bill.amount().map(|(amount, _)| amount),
        file: file.to_owned(),
        name: def.name,
        kind: def.kind,
        size: def.size,
        origin: def.origin,
    }
}

fn nodes(def: &ComputeDef) -> Option<String> {
    match (def.kind?, def.min_nodes, def.max_nodes) {
        (kind, ..) if kind.is_single_node() => Some("1 node".to_owned()),
        (_, min, Some(max)) if min == Some(max) => Some(counted(max, "node")),
        (_, min, Some(max)) => Some(format!("{}–{max} nodes", min.unwrap_or(0))),
        _ => None,
    }
}
