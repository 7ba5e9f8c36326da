//! The values of `azml.yaml`, read from the tree, which has their places. What is not understood is
//! a problem at its place; the rest still counts.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::keys::KEYS;
use super::problem::ConfigProblem;
use crate::checks::{RULES, rule};
use crate::compute::{ComputeDef, OriginKind, Prices};
use crate::rule::Level;
use crate::settings::{RuleLevel, SchemaChecks};
use crate::similar::closest;
use crate::syntax::{Node, NodeKind};
use crate::wording::with_article;

/// An entry of `inventories`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedInventory {
    /// What people call the workspace.
    pub name: Option<String>,
    /// The file, relative to the configuration.
    pub file: String,
}

/// Values of another shape than their key takes. They count as not written.
pub(super) fn wrong_shapes(root: Node<'_>, problems: &mut Vec<ConfigProblem>) {
    for key in KEYS {
        let Some(node) = root.get(key.name).filter(|node| !node.is_null()) else {
            continue;
        };
        if !has_shape(key.name, node) {
            let message = format!("`{}` must be {}", key.name, with_article(key.ty));
            problems.push(ConfigProblem::new(node.range(), message));
        }
    }
}

fn has_shape(key: &str, node: Node<'_>) -> bool {
    let is_mapping = node.kind() == NodeKind::Mapping;
    let is_list = node.kind() == NodeKind::Sequence;
    let is_string = node.text().is_some();
    let is_of_strings = is_list && node.items().all(|item| item.text().is_some());
    match key {
        "extends" => is_string,
        "exclude" => is_of_strings,
        "inventory" => is_string || is_of_strings,
        "inventories" => is_list,
        "computes" => is_mapping || is_list,
        "rules" | "prices" => is_mapping,
        _ => true,
    }
}

/// The string at `key`, or the strings of the list there.
pub(super) fn strings(root: Node<'_>, key: &str) -> Vec<String> {
    let Some(node) = root.get(key).filter(|node| !node.is_null()) else {
        return Vec::new();
    };
    let strings = node.items().chain([node]).filter_map(Node::text);
    strings.map(str::to_owned).collect()
}

/// `rules:` as levels by name; names that no rule has are problems.
pub(super) fn rule_levels(
    root: Node<'_>,
    problems: &mut Vec<ConfigProblem>,
) -> BTreeMap<String, RuleLevel> {
    let mut levels = BTreeMap::new();
    for entry in root.get("rules").into_iter().flat_map(Node::entries) {
        let Some(name) = entry.key.text() else {
            continue;
        };
        if rule(name).is_none() {
            let help = match closest(name, RULES.iter().map(|rule| rule.name)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`azml-ls --rules` lists all rules".to_owned(),
            };
            let message = format!("unknown rule `{name}`");
            problems.push(ConfigProblem {
                range: entry.key.range(),
                message,
                help: Some(help),
            });
            continue;
        }
        match level(entry.value) {
            Some(level) => {
                levels.insert(name.to_owned(), level);
            }
            None => problems.push(ConfigProblem {
                range: entry.value.range(),
                message: format!("`{}` is not a level", entry.value.raw()),
                help: Some("use `off`, `hint`, `info`, `warning`, or `error`".to_owned()),
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

/// `schemaChecks:`, where it is written.
pub(super) fn schema_checks(
    root: Node<'_>,
    problems: &mut Vec<ConfigProblem>,
) -> Option<SchemaChecks> {
    let node = root.get("schemaChecks")?;
    let found = node.text().and_then(SchemaChecks::from_word);
    if found.is_none() {
        problems.push(ConfigProblem {
            range: node.range(),
            message: "`schemaChecks` must be `on` or `off`".to_owned(),
            help: Some(
                "write `schemaChecks: off` if a generic YAML language server already checks the schema"
                    .to_owned(),
            ),
        });
    }
    found
}

/// `prices:` by size, with the `currency` among them.
pub(super) fn prices(root: Node<'_>, problems: &mut Vec<ConfigProblem>) -> Prices {
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
            let help = Some("write the price per machine and hour, such as `0.19`".to_owned());
            problems.push(ConfigProblem {
                range: entry.value.range(),
                message: format!("`{value}` is not a price"),
                help,
            });
        }
    }
    prices
}

/// `inventory:`, and `inventories:` as a list of maps with `name` and `file`.
pub(super) fn inventories(
    root: Node<'_>,
    problems: &mut Vec<ConfigProblem>,
) -> Vec<NamedInventory> {
    let plain = strings(root, "inventory").into_iter();
    let mut named: Vec<NamedInventory> = plain
        .map(|file| NamedInventory { name: None, file })
        .collect();
    let mut wrong = Vec::new();
    for item in root.get("inventories").into_iter().flat_map(Node::items) {
        let text = |key: &str| item.get(key).and_then(Node::text).map(str::to_owned);
        match text("file") {
            Some(file) => named.push(NamedInventory {
                name: text("name"),
                file,
            }),
            None => wrong.push(item),
        }
    }
    problems.extend(wrong.into_iter().map(|item| ConfigProblem {
        range: item.range(),
        message: "`file` is missing".to_owned(),
        help: Some("write `- {name: prod, file: computes-prod.json}`".to_owned()),
    }));
    named
}

/// `computes:` as a map by name or as a list of maps with `name`.
pub(super) fn computes(root: Node<'_>, path: &Arc<str>) -> Vec<Arc<ComputeDef>> {
    let Some(node) = root.get("computes") else {
        return Vec::new();
    };
    let named = node
        .entries()
        .map(|entry| (entry.value.resolved(), Some(entry.key)));
    let listed = node.items().map(|item| (item, None));
    let mut computes = Vec::new();
    for (node, name) in named.chain(listed) {
        computes.extend(ComputeDef::read(node, name, path, OriginKind::Config).map(Arc::new));
    }
    computes
}
