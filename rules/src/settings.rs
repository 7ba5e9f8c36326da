//! What a project sets in `azml.yaml`: values only. `config` reads them from the text.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::compute::{ComputeDef, Inventory, InventoryLabel, Origin, Prices};
use crate::rule::{Level, Mark, Rule};

/// What holds for the files of a folder.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// The `azml.yaml` it comes from.
    pub path: Option<Arc<str>>,
    /// Levels by rule name, where they differ from the rule's own.
    pub rules: BTreeMap<String, RuleLevel>,
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

/// At which level a rule reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleLevel {
    /// As the rule says.
    Default,
    /// At this one.
    Set(Level),
    /// Not at all.
    Off,
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
    /// What is known of the inventory file where a compute is described, if it is one.
    #[must_use]
    pub fn inventory_label(&self, origin: &Origin) -> Option<&Arc<InventoryLabel>> {
        let mut inventories = self.inventories.iter();
        let inventory = inventories.find(|inventory| inventory.path == origin.path)?;
        Some(&inventory.label)
    }

    /// The level of `rule`.
    #[must_use]
    pub fn rule_level(&self, rule: &Rule) -> RuleLevel {
        let others = self.schema_checks == Some(SchemaChecks::Off) && rule.is(Mark::SchemaCheck);
        let default = if rule.off || others {
            RuleLevel::Off
        } else {
            RuleLevel::Default
        };
        self.rules.get(rule.name).copied().unwrap_or(default)
    }
}
