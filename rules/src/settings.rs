//! What a project sets in `azml.yaml`. Finding and reading files is the server's business.

mod file;
mod keys;
mod schema_checks;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use file::{ConfigFile, ConfigProblem, NamedInventory, read};
pub use keys::{KEYS, SettingsKey, key_at};
pub use schema_checks::SchemaChecks;

use crate::compute::{ComputeDef, Inventory, Prices};
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

impl Settings {
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
