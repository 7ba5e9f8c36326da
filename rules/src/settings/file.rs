//! `azml.yaml` as text. serde_yaml gives the values; it has no places and reports one error, so unknown keys and names
//! are found on our own tree. Guards, because serde_yaml is slow on hostile text and refuses a byte-order mark: our own
//! parser (with its nesting limit) must accept the text first, its size is bounded, the mark is cut off.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::keys::names;
use super::{RuleLevel, SchemaChecks, Settings};
use crate::checks::{RULES, rule};
use crate::compute::{ComputeDef, OriginKind, Prices};
use crate::rule::Level;
use crate::similar::closest;
use crate::syntax::{self, Node, NodeKind, Tree};
use crate::text::TextRange;

/// Largest configuration file that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Something in `azml.yaml` that is not understood. The rest of the file still counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigProblem {
    /// Where.
    pub range: TextRange,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

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
    /// Inventory files with the names of their workspaces; read from the tree, which has their places.
    #[serde(skip)]
    pub inventories: Vec<NamedInventory>,
    /// Computes described here; read from the tree, which has their places.
    computes: serde_yaml::Value,
    /// The user's own prices: `currency` and a price for an hour by size.
    prices: BTreeMap<String, serde_yaml::Value>,
}

/// An entry of `inventories`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedInventory {
    /// What people call the workspace.
    pub name: Option<String>,
    /// The file, relative to the configuration.
    pub file: String,
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

/// Reads `text` of the `azml.yaml` at `path`. Returns the settings it makes by itself (inventories and `extends` are
/// files: the caller adds them), the file's values, and what was not understood.
#[must_use]
pub fn read(path: &Arc<str>, text: &str) -> (Settings, ConfigFile, Vec<ConfigProblem>) {
    let mut settings = Settings {
        path: Some(path.clone()),
        ..Settings::default()
    };
    let nothing = |message: String, range: TextRange| {
        let problem = ConfigProblem {
            range,
            message,
            help: None,
        };
        (
            Settings {
                path: Some(path.clone()),
                ..Settings::default()
            },
            ConfigFile::default(),
            vec![problem],
        )
    };
    if text.len() > MAX_BYTES {
        return nothing(
            format!("the file is larger than {} KiB", MAX_BYTES / 1024),
            TextRange::empty(0),
        );
    }
    let tree = syntax::parse(text);
    if let Some(error) = tree.errors().first() {
        return nothing(error.message.clone(), error.range);
    }
    let Some(root) = tree.root().filter(|root| !root.is_null()) else {
        return (settings, ConfigFile::default(), Vec::new());
    };
    if root.kind() != NodeKind::Mapping {
        return nothing(
            "expected keys such as `rules:` and `computes:`".to_owned(),
            root.range(),
        );
    }
    let mut problems = unknown_keys(root);
    let mut file: ConfigFile = match serde_yaml::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(file) => file,
        Err(error) => {
            problems.push(value_problem(&tree, &error));
            ConfigFile::default()
        }
    };
    file.inventories = inventories(root, &mut problems);
    settings.rules = rule_levels(root, &mut problems);
    settings.exclude.clone_from(&file.exclude);
    settings.computes = computes(root, path);
    settings.prices = prices(root, &mut problems);
    settings.schema_checks = schema_checks(root, &mut problems);
    (settings, file, problems)
}

fn unknown_keys(root: Node<'_>) -> Vec<ConfigProblem> {
    let unknown = root.entries().filter(|entry| {
        !entry
            .key
            .text()
            .is_some_and(|key| names().any(|name| name == key))
    });
    unknown
        .map(|entry| {
            let key = entry.key.raw();
            let help = closest(key, names()).map(|near| format!("did you mean `{near}`?"));
            let message = format!("unknown key `{key}`");
            ConfigProblem {
                range: entry.key.range(),
                message,
                help,
            }
        })
        .collect()
}

fn value_problem(tree: &Tree, error: &serde_yaml::Error) -> ConfigProblem {
    let at = error.location().map_or(0, |location| location.index());
    let at = u32::try_from(at.min(tree.text().len())).unwrap_or(0);
    let range = tree.node_at(at).map_or(TextRange::empty(at), Node::range);
    // "rules.x: invalid type: ... at line 3 column 5": the place is shown by the range.
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
    ConfigProblem {
        range,
        message,
        help: None,
    }
}

fn rule_levels(root: Node<'_>, problems: &mut Vec<ConfigProblem>) -> BTreeMap<String, RuleLevel> {
    let mut levels = BTreeMap::new();
    for entry in root.get("rules").into_iter().flat_map(Node::entries) {
        let Some(name) = entry.key.text() else {
            continue;
        };
        if rule(name).is_none() {
            let help = closest(name, RULES.iter().map(|rule| rule.name))
                .map(|near| format!("did you mean `{near}`?"));
            let message = format!("unknown rule `{name}`");
            problems.push(ConfigProblem {
                range: entry.key.range(),
                message,
                help,
            });
            continue;
        }
        match level(entry.value) {
            Some(level) => {
                levels.insert(name.to_owned(), level);
            }
            None => problems.push(ConfigProblem {
                range: entry.value.range(),
                message: format!("`{}` is no level", entry.value.raw()),
                help: Some("write off, hint, info, warning or error".to_owned()),
            }),
        }
    }
    levels
}

/// `off` is a boolean to a YAML 1.1 reader and a word to others: both mean off.
fn level(node: Node<'_>) -> Option<RuleLevel> {
    match node.text()? {
        "off" | "Off" | "OFF" | "false" => Some(RuleLevel::Off),
        name => Level::from_name(name).map(RuleLevel::Set),
    }
}

fn schema_checks(root: Node<'_>, problems: &mut Vec<ConfigProblem>) -> Option<SchemaChecks> {
    let node = root.get("schemaChecks")?;
    let found = node.text().and_then(SchemaChecks::from_word);
    if found.is_none() {
        problems.push(ConfigProblem {
            range: node.range(),
            message: "`schemaChecks` is `on` or `off`".to_owned(),
            help: Some(
                "write `schemaChecks: off` if a generic YAML server checks the schema already"
                    .to_owned(),
            ),
        });
    }
    found
}

fn prices(root: Node<'_>, problems: &mut Vec<ConfigProblem>) -> Prices {
    let mut prices = Prices::default();
    for entry in root.get("prices").into_iter().flat_map(Node::entries) {
        let (Some(key), Some(value)) = (entry.key.text(), entry.value.text()) else {
            continue;
        };
        if key == "currency" {
            prices.currency = Some(value.to_owned());
        } else if let Some(price) = value
            .parse::<f64>()
            .ok()
            .filter(|price| price.is_finite() && *price >= 0.0)
        {
            prices.per_hour.insert(key.to_ascii_lowercase(), price);
        } else {
            let help = Some("write the price of one machine for an hour, such as 0.19".to_owned());
            problems.push(ConfigProblem {
                range: entry.value.range(),
                message: format!("`{value}` is no price"),
                help,
            });
        }
    }
    prices
}

/// `inventories:` as a list of maps with `name` and `file`.
fn inventories(root: Node<'_>, problems: &mut Vec<ConfigProblem>) -> Vec<NamedInventory> {
    let Some(node) = root.get("inventories").filter(|node| !node.is_null()) else {
        return Vec::new();
    };
    let mut named = Vec::new();
    let mut wrong = Vec::new();
    for item in node.items() {
        let text = |key: &str| item.get(key).and_then(Node::text).map(str::to_owned);
        match text("file") {
            Some(file) => named.push(NamedInventory {
                name: text("name"),
                file,
            }),
            None => wrong.push((item, "an inventory without `file`")),
        }
    }
    if node.kind() != NodeKind::Sequence {
        wrong.push((node, "expected a list of inventories"));
    }
    problems.extend(wrong.into_iter().map(|(node, message)| ConfigProblem {
        range: node.range(),
        message: message.to_owned(),
        help: Some("write `- {name: prod, file: computes-prod.json}`".to_owned()),
    }));
    named
}

/// `computes:` as a map by name or as a list of maps with `name`.
fn computes(root: Node<'_>, path: &Arc<str>) -> Vec<Arc<ComputeDef>> {
    let Some(node) = root.get("computes") else {
        return Vec::new();
    };
    let named = node
        .entries()
        .map(|entry| (entry.value.resolved(), Some(entry.key)));
    let listed = node.items().map(|item| (item, None));
    let all = named.chain(listed);
    all.filter_map(|(node, name)| ComputeDef::read(node, name, path, OriginKind::Config))
        .map(Arc::new)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (Settings, ConfigFile, Vec<ConfigProblem>) {
        read(&"azml.yaml".into(), text)
    }

    #[test]
    fn reads_every_key() {
        let text = "rules:\n  cluster-min-nodes: off\n  job-never-ends: error\nexclude: [old/]\ninventory: a.json\n\
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
        let text = "inventories:\n  - {name: prod, file: a.json}\n  - {file: b.json}\n  - {name: test}\n  - c.json\n";
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
            "rule: {}\nrules: {cluster-min-node: off, job-never-ends: loud, low-priority-instance: info}\n",
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
