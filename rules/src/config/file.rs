//! `azml.yaml` as text. serde_yaml gives the values; it has no places and reports one error, so
//! unknown keys and names are found on our own tree. Guards, because serde_yaml is slow on hostile
//! text and refuses a byte-order mark: our own parser (with its nesting limit) must accept the text
//! first, its size is bounded, the mark is cut off.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::keys::top_names;
use super::problem::ConfigProblem;
use super::values::{self, NamedInventory};
use crate::settings::Settings;
use crate::similar::closest;
use crate::syntax::{self, Node, NodeKind, Tree};
use crate::text::TextRange;

/// Largest configuration file that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// The keys of `azml.yaml`.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
pub struct ConfigFile {
    /// A file whose settings hold where this one says nothing, relative to this one.
    pub extends: Option<String>,
    /// Level by rule.
    pub rules: BTreeMap<String, serde_yaml::Value>,
    /// Files to leave out.
    pub exclude: Vec<String>,
    /// Inventory file or files, relative to this one.
    pub inventory: OneOrMany,
    /// Inventory files with the names of their workspaces; read from the tree, which has their
    /// places.
    #[serde(skip)]
    pub inventories: Vec<NamedInventory>,
    /// Computes described here; read from the tree, which has their places.
    computes: serde_yaml::Value,
    /// The user's own prices: `currency` and a price for an hour by size.
    prices: BTreeMap<String, serde_yaml::Value>,
}

/// One text or a list of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum OneOrMany {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl OneOrMany {
    /// All of them.
    #[must_use]
    pub fn as_slice(&self) -> &[String] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

/// Reads `text` of the `azml.yaml` at `path`. Returns the settings it makes by itself (inventories
/// and `extends` are files: the caller adds them), the file's values, and what was not understood.
#[must_use]
pub fn read(path: &Arc<str>, text: &str) -> (Settings, ConfigFile, Vec<ConfigProblem>) {
    let mut settings = Settings {
        path: Some(path.clone()),
        ..Settings::default()
    };
    let tree = match parsed(text) {
        Ok(tree) => tree,
        Err(problem) => return (settings, ConfigFile::default(), vec![problem]),
    };
    let Some(root) = tree.root().filter(|root| !root.is_null()) else {
        return (settings, ConfigFile::default(), Vec::new());
    };
    let mut problems = unknown_keys(root);
    let mut file: ConfigFile = match serde_yaml::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(file) => file,
        Err(error) => {
            problems.push(value_problem(&tree, &error));
            ConfigFile::default()
        }
    };
    file.inventories = values::inventories(root, &mut problems);
    settings.rules = values::rule_levels(root, &mut problems);
    settings.exclude.clone_from(&file.exclude);
    settings.computes = values::computes(root, path);
    settings.prices = values::prices(root, &mut problems);
    settings.schema_checks = values::schema_checks(root, &mut problems);
    (settings, file, problems)
}

/// The tree of a text that is empty or a mapping, small enough and without syntax errors.
fn parsed(text: &str) -> Result<Tree, ConfigProblem> {
    if text.len() > MAX_BYTES {
        let message = format!("the file is larger than {} KiB", MAX_BYTES / 1024);
        return Err(ConfigProblem::new(TextRange::empty(0), message));
    }
    let tree = syntax::parse(text);
    if let Some(error) = tree.errors().first() {
        return Err(ConfigProblem::new(error.range, error.message.clone()));
    }
    match tree.root() {
        Some(root) if !root.is_null() && root.kind() != NodeKind::Mapping => {
            let message = "expected keys such as `rules:` and `computes:`".to_owned();
            Err(ConfigProblem::new(root.range(), message))
        }
        _ => Ok(tree),
    }
}

fn unknown_keys(root: Node<'_>) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    for entry in root.entries() {
        let name = entry.key.text();
        if name.is_some_and(|name| top_names().any(|known| known == name)) {
            continue;
        }
        let key = entry.key.raw();
        problems.push(ConfigProblem {
            range: entry.key.range(),
            message: format!("unknown key `{key}`"),
            help: closest(key, top_names()).map(|near| format!("did you mean `{near}`?")),
        });
    }
    problems
}

fn value_problem(tree: &Tree, error: &serde_yaml::Error) -> ConfigProblem {
    let at = error.location().map_or(0, |location| location.index());
    let at = u32::try_from(at.min(tree.text().len())).unwrap_or(0);
    let range = tree.node_at(at).map_or(TextRange::empty(at), Node::range);
    // "rules.x: invalid type: ... at line 3 column 5": the place is shown by the range.
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
    ConfigProblem::new(range, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Level;
    use crate::settings::{RuleLevel, SchemaChecks};

    fn read_text(text: &str) -> (Settings, ConfigFile, Vec<ConfigProblem>) {
        read(&"azml.yaml".into(), text)
    }

    #[test]
    fn reads_every_key() {
        let text = "rules:\n  cluster-min-nodes: off\n  job-never-ends: error\nexclude: \
                    [old/]\ninventory: a.json\n\
                    computes:\n  gpu: {type: amlcompute, max_instances: 4}\n";
        let (settings, file, problems) = read_text(text);
        assert_eq!(problems, []);
        assert_eq!(settings.rules["cluster-min-nodes"], RuleLevel::Off);
        assert_eq!(
            settings.rules["job-never-ends"],
            RuleLevel::Set(Level::Error)
        );
        assert_eq!(settings.exclude, ["old/"]);
        assert_eq!(file.inventory.as_slice(), ["a.json"]);
        assert_eq!(settings.computes[0].max_nodes, Some(4));
        assert_eq!(settings.computes[0].origin.range.slice(text), "gpu");
    }

    #[test]
    fn inventories_have_names() {
        let text = "inventories:\n  - {name: prod, file: a.json}\n  - {file: b.json}\n  - {name: \
                    test}\n  - c.json\n";
        let (_, file, problems) = read_text(text);
        let named: Vec<_> = file
            .inventories
            .iter()
            .map(|one| (one.name.as_deref(), one.file.as_str()))
            .collect();
        assert_eq!(named, [(Some("prod"), "a.json"), (None, "b.json")]);
        let said: Vec<_> = problems
            .iter()
            .map(|problem| problem.range.slice(text))
            .collect();
        assert_eq!(said, ["{name: test}", "c.json"]);
        assert_eq!(
            read_text("inventories: {prod: a.json}\n").2[0].message,
            "expected a list of inventories"
        );
    }

    #[test]
    fn says_what_it_does_not_understand_and_keeps_the_rest() {
        let (settings, _, problems) = read_text(
            "rule: {}\nrules: {cluster-min-node: off, job-never-ends: loud, low-priority-instance: \
             info}\n",
        );
        let said: Vec<_> = problems
            .iter()
            .map(|p| (p.message.as_str(), p.help.as_deref()))
            .collect();
        assert_eq!(
            said[0],
            ("unknown key `rule`", Some("did you mean `rules`?"))
        );
        assert_eq!(
            said[1],
            (
                "unknown rule `cluster-min-node`",
                Some("did you mean `cluster-min-nodes`?")
            )
        );
        assert_eq!(said[2].0, "`loud` is no level");
        assert_eq!(settings.rules.len(), 1);
    }

    #[test]
    fn schema_checks_are_on_or_off() {
        let read = |text: &str| read_text(text).0.schema_checks;
        assert_eq!(read("schemaChecks: off\n"), Some(SchemaChecks::Off));
        assert_eq!(read("schemaChecks: \"on\"\n"), Some(SchemaChecks::On));
        assert_eq!(read("rules: {}\n"), None);
        let problems = read_text("schemaChecks: sometimes\n").2;
        assert_eq!(problems[0].message, "`schemaChecks` is `on` or `off`");
    }

    #[test]
    fn a_byte_order_mark_is_no_obstacle() {
        let (settings, _, problems) = read_text("\u{feff}exclude: [a]\n");
        assert_eq!((settings.exclude.len(), problems.len()), (1, 0));
    }

    #[test]
    fn hostile_text_never_reaches_serde_yaml() {
        let deep = "[".repeat(100_000);
        assert_eq!(read_text(&deep).2.len(), 1);
        let large = "# x\n".repeat(MAX_BYTES / 4 + 1);
        assert!(read_text(&large).2[0].message.contains("larger than"));
    }

    #[test]
    fn a_value_of_the_wrong_type_is_shown_at_its_place() {
        let text = "exclude: {a: 1}\n";
        let (_, _, problems) = read_text(text);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].message.contains("exclude"), "{problems:?}");
    }
}
