//! The computes that a project knows, each with its bill.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use azml_rules::compute::{Bill, ComputeDef, InventoryLabel, Origin, OriginKind, Rate};
use azml_rules::estimate::prices;
use azml_rules::path::inside;
use azml_rules::settings::Settings;
use azml_rules::workspace::Workspace;

use crate::loading::Loaded;
use crate::sandbox::key;

/// A compute as its first source describes it.
#[derive(Clone, Debug)]
pub struct ListedCompute {
    /// Definition of the compute.
    pub def: Arc<ComputeDef>,
    /// The price of one node.
    pub rate: Option<Rate>,
    /// Cost of a month without use.
    pub idle: Bill,
    /// The bill of a month in which all its nodes run.
    pub full: Bill,
    /// File that defines it.
    pub source: ComputeSource,
    /// The other sources that list the name; they do not count.
    pub also: Vec<ComputeSource>,
}

/// File that defines a compute.
#[derive(Clone, Debug)]
pub struct ComputeSource {
    /// The place.
    pub origin: Origin,
    /// Name of the inventory, if it is one.
    pub inventory: Option<Arc<InventoryLabel>>,
}

type ComputeRow = (Arc<ComputeDef>, Arc<Settings>);

/// Every compute that some file of the project can name, by name. A compute YAML hides what
/// `azml.yaml` says about the name, and that hides the inventories, which hide infrastructure code; of
/// one sort of source all descriptions are listed. Workflows often repeat the same one.
pub fn known_computes(loaded: &Loaded) -> Vec<ListedCompute> {
    let mut by_name: BTreeMap<String, Vec<ComputeRow>> = BTreeMap::new();
    for (def, settings) in described(loaded) {
        let all = by_name.entry(def.name.to_ascii_lowercase()).or_default();
        // Folders share the settings of the folder above them.
        if !all.iter().any(|(known, _)| known.origin == def.origin) {
            all.push((def, settings));
        }
    }
    let all = by_name.into_values();
    all.flat_map(|all| of_first_source(&loaded.workspace, all))
        .collect()
}

fn described(loaded: &Loaded) -> Vec<ComputeRow> {
    let workspace = &loaded.workspace;
    let yaml = workspace.documents().filter_map(|document| {
        let def = ComputeDef::of_document(document)?;
        Some((Arc::new(def), workspace.settings(document.path())))
    });
    let mut all: Vec<ComputeRow> = yaml.collect();
    let mut listed = BTreeSet::new();
    for folder in &loaded.folders {
        // Settings are those of a file in the folder; which one does not matter.
        let settings = workspace.settings(&inside(&key(folder), "azml.yaml"));
        let inventories = settings.inventories.iter();
        let inventories = inventories.filter(|it| listed.insert(it.path.clone()));
        let inventories = inventories.flat_map(|inventory| inventory.computes.iter());
        let defs = settings.computes.iter().chain(inventories);
        all.extend(defs.map(|def| (def.clone(), settings.clone())));
    }
    let created = workspace.computes_in_code();
    all.extend(created.map(|def| (def.clone(), workspace.settings(&def.origin.path))));
    all
}

fn of_first_source(workspace: &Workspace, all: Vec<ComputeRow>) -> Vec<ListedCompute> {
    let first = all.iter().map(|(def, _)| def.origin.kind).min();
    let (chosen, hidden): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|(def, _)| Some(def.origin.kind) == first);
    let hidden: Vec<ComputeSource> = hidden.iter().map(source).collect();
    let mut found: Vec<ListedCompute> = Vec::new();
    for row in chosen {
        let is_code = row.0.origin.kind == OriginKind::Infrastructure;
        let mut known = found.iter_mut();
        match known.find(|it| is_code && it.def.says_the_same_as(&row.0)) {
            Some(same) => same.also.push(source(&row)),
            None => found.push(listed(workspace, &row, &hidden)),
        }
    }
    found
}

fn listed(workspace: &Workspace, described: &ComputeRow, also: &[ComputeSource]) -> ListedCompute {
    let (def, settings) = described;
    let prices = prices(workspace, settings);
    ListedCompute {
        def: def.clone(),
        rate: def.rate(&prices),
        idle: def.idle_bill(&prices),
        full: def.full_bill(&prices),
        source: source(described),
        also: also.to_vec(),
    }
}

fn source((def, settings): &ComputeRow) -> ComputeSource {
    ComputeSource {
        origin: def.origin.clone(),
        inventory: settings.inventory_label(&def.origin).cloned(),
    }
}
