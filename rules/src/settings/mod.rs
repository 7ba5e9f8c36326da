//! What a project sets in `azml.yaml`: values only. `config` reads them from the text.

mod patterns;
mod profile;
mod rules;

use std::sync::Arc;

use crate::compute::{ComputeDef, Inventory, InventoryLabel, Origin, Prices};
pub use patterns::Patterns;
pub use profile::{PROFILES, Profile};
pub use rules::{
    ChosenRules, FileRules, LevelSource, Override, Placed, RuleLevel, RuleSetting, RuleSettings,
};

/// What holds for the files of a folder.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// The `azml.yaml` it comes from.
    pub path: Option<Arc<str>>,
    /// What is set for rules, by their names.
    pub rules: RuleSettings,
    /// What is set for rules in some files only; the last one wins.
    pub overrides: Vec<Override>,
    /// The profiles that turn on more rules.
    pub profiles: Option<Placed<Vec<&'static Profile>>>,
    /// What the command line chooses.
    pub chosen: ChosenRules,
    /// Whether rules in preview may report.
    pub preview: Option<bool>,
    /// Files to leave out, as .gitignore patterns relative to the folder of the file.
    pub exclude: Vec<String>,
    /// Computes described in the file itself.
    pub computes: Vec<Arc<ComputeDef>>,
    /// Computes of the inventory files it names.
    pub inventories: Vec<Inventory>,
    /// The user's own prices.
    pub prices: Prices,
    /// Whether a generic YAML server is left to say what a JSON schema says.
    pub schema_checks: Option<SchemaChecks>,
}

/// Whether we say what a JSON schema can say as well: for people who keep a generic YAML server
/// with a JSON schema next to us, there is `schemaChecks: off`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaChecks {
    /// Yes.
    On,
    /// No: a generic YAML server does.
    Off,
}

impl SchemaChecks {
    /// As written in settings. `off` is a boolean to a YAML 1.1 reader and a word to others.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "on" | "On" | "ON" | "true" => Some(Self::On),
            "off" | "Off" | "OFF" | "false" => Some(Self::Off),
            _ => None,
        }
    }
}

impl Settings {
    /// The computes that it describes itself, then those of its inventories.
    pub(crate) fn known_computes(&self) -> impl Iterator<Item = &Arc<ComputeDef>> {
        let inventories = self.inventories.iter();
        let listed = inventories.flat_map(|inventory| inventory.computes.iter());
        self.computes.iter().chain(listed)
    }

    /// What is known of the inventory file where a compute is described, if it is one.
    #[must_use]
    pub fn inventory_label(&self, origin: &Origin) -> Option<&Arc<InventoryLabel>> {
        let mut inventories = self.inventories.iter();
        let inventory = inventories.find(|inventory| inventory.path == origin.path)?;
        Some(&inventory.label)
    }
}
