//! Settings of a project from `azml.yaml`: values only. `config` parses them from the text.
//!
//! [`budget`] is the most that something may cost, [`patterns`] matches files, [`profile`] has the sets of opt-in rules, and [`rules`] decides on
//! the level of each rule.

mod budget;
mod patterns;
mod profile;
mod rules;

use std::sync::Arc;

use crate::compute::{ComputeDef, Inventory, InventoryLabel, Origin, Prices, RegionPrices};
use crate::date::Date;
use crate::snapshot::Snapshot;
pub use budget::Budget;
pub use patterns::Patterns;
pub use profile::{PROFILES, Profile};
pub use rules::{
    ChosenRules, FileRules, LevelSource, Override, Placed, RuleLevel, RuleSetting, RuleSettings,
};

/// Settings that apply to the files of a folder.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// The `azml.yaml` that contains them.
    pub path: Option<Arc<str>>,
    /// Settings of rules, by name.
    pub rules: RuleSettings,
    /// Settings of rules in some files only; the last one wins.
    pub overrides: Vec<Override>,
    /// The profiles that turn on more rules.
    pub profiles: Option<Placed<Vec<&'static Profile>>>,
    /// Rules that the command line selects.
    pub chosen: ChosenRules,
    /// `true` if preview rules report findings.
    pub preview: Option<bool>,
    /// The day that counts as today.
    pub as_of: Option<Date>,
    /// Files to exclude, as .gitignore patterns relative to the folder of the file.
    pub exclude: Vec<String>,
    /// Computes defined in the file itself.
    pub computes: Vec<Arc<ComputeDef>>,
    /// Computes of the inventory files that it references.
    pub inventories: Vec<Inventory>,
    /// The snapshot of the workspace.
    pub snapshot: Option<Arc<Snapshot>>,
    /// The user's own prices, and those of the snapshot.
    pub prices: Prices,
    /// Budgets; the last one that has an amount for a file wins.
    pub budgets: Vec<Budget>,
    /// Selects the findings that a JSON schema can produce too.
    pub schema_checks: Option<SchemaChecks>,
}

/// Selects if findings are reported that a JSON schema can produce too. Users who run a generic
/// YAML server with a JSON schema beside azml-ls set `schemaChecks: off`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaChecks {
    /// They are reported.
    On,
    /// They are left to the generic YAML server.
    Off,
}

impl SchemaChecks {
    /// Parses the word in settings. `off` is a boolean in YAML 1.1 and a string in YAML 1.2.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "on" | "On" | "ON" | "true" => Some(Self::On),
            "off" | "Off" | "OFF" | "false" => Some(Self::Off),
            _ => None,
        }
    }
}

impl Settings {
    /// Adds the prices of a saved price list, which come after those of the snapshot. If nothing says where
    /// the workspace is, and the list is that of one region, this is the region.
    pub fn add_retail_prices(&mut self, regions: &[Arc<RegionPrices>]) {
        self.prices.regions.extend(regions.iter().cloned());
        if let ([only], None) = (regions, &self.prices.home) {
            self.prices.home = Some(only.region.clone());
        }
    }

    /// Adds the snapshot of the workspace: its region, and its prices, which come before those of a saved
    /// price list.
    pub fn add_snapshot(&mut self, snapshot: Arc<Snapshot>) {
        if let Some(home) = &snapshot.location {
            self.prices.home = Some(home.as_str().into());
        }
        if let Some(prices) = &snapshot.prices {
            self.prices.regions.insert(0, prices.clone());
        }
        self.snapshot = Some(snapshot);
    }

    /// Returns the computes that it defines itself, then those of its inventories.
    pub(crate) fn known_computes(&self) -> impl Iterator<Item = &Arc<ComputeDef>> {
        let inventories = self.inventories.iter();
        let listed = inventories.flat_map(|inventory| inventory.computes.iter());
        self.computes.iter().chain(listed)
    }

    /// Returns the label of the inventory that defines a compute, if it is one.
    pub fn inventory_label(&self, origin: &Origin) -> Option<&Arc<InventoryLabel>> {
        let mut inventories = self.inventories.iter();
        let inventory = inventories.find(|inventory| inventory.path == origin.path)?;
        Some(&inventory.label)
    }
}
