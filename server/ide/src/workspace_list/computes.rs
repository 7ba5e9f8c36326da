//! Computes: those of YAML files, `azml.yaml`, the inventories, and infrastructure code.

use std::sync::Arc;

use azml_rules::compute::{Bill, ComputeDef, ComputeKind, Prices, Rate, vm_size};
use azml_rules::document::Resource;
use azml_rules::estimate::prices;
use azml_rules::settings::Settings;
use azml_rules::text::Location;
use azml_rules::wording::counted;
use azml_rules::workspace::Workspace;

use super::listed_resource::ListedResource;
use super::uses::Uses;

/// Returns the computes of a folder.
pub(super) fn listed(
    workspace: &Workspace,
    settings: &Settings,
    is_in: &dyn Fn(&str) -> bool,
    uses: &mut Uses,
) -> Vec<ListedResource> {
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
    let prices = prices(workspace, settings);
    let listed = defs.into_iter().map(|def| of_def(def, &prices, uses));
    listed.collect()
}

fn is_same_name(one: &ComputeDef, other: &ComputeDef) -> bool {
    one.name.eq_ignore_ascii_case(&other.name)
}

fn of_def(def: ComputeDef, prices: &Prices, uses: &mut Uses) -> ListedResource {
    let bill = def.idle_bill(prices);
    let label = def.kind.map_or("compute", ComputeKind::label);
    let nodes = nodes(&def);
    let rate = def.rate(prices);
    // A side bar has no room for the basis of a price.
    let in_region = rate.as_ref().filter(|rate| !rate.is_of_other_region());
    let costs_while_idle = bill.amount().is_some_and(|(amount, _)| amount > 0.0);
    let idle = match &bill {
        Bill::Nothing => "no machines are billed".to_owned(),
        Bill::Machines { count, rate } => rate.monthly(*count),
        Bill::Unknown(reason) => format!("unknown, because {}", reason.why()),
    };
    // The Azure CLI writes it in capitals.
    let size = def.size.as_deref();
    let size = size.map(|size| vm_size(size).map_or(size, |known| known.name));
    let short = size.map(|size| size.strip_prefix("Standard_").unwrap_or(size).to_owned());
    let cost = in_region
        .filter(|_| costs_while_idle)
        .map(|_| format!("idle: {idle}"));
    // A side bar shows only the beginning, and the icon shows the kind.
    let summary = [
        in_region.map(Rate::hourly),
        nodes.clone(),
        short,
        cost,
        Some(label.to_owned()),
    ];
    let price = rate.map(|rate| format!("{} ({})", rate.hourly(), rate.basis()));
    let facts = [
        ("Kind", Some(label.to_owned())),
        ("Size", size.map(str::to_owned)),
        ("Price", price),
        ("Nodes", nodes),
        ("While idle", Some(idle)),
    ];
    let known = facts
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    ListedResource {
        resource: Resource::Compute,
        compute: def.kind,
        summary: summary
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" · "),
        facts: known.collect(),
        costs_while_idle,
        uses: uses.take(&def.origin.path, Resource::Compute, &def.name),
        name: def.name,
        place: Some(Location {
            path: def.origin.path,
            range: def.origin.range,
        }),
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
