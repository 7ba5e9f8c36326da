//! The values of `azml.yaml`, read from the tree, which has their places. What does not fit is passed
//! over here: `check` tells it.

use crate::path::parent;
use std::path::Path;
use std::sync::Arc;

use super::check::price;
use super::problem::ConfigProblem;
use super::shape::level_of;
use crate::checks::rule;
use crate::compute::{ComputeDef, OriginKind, Prices};
use crate::rule::Rule;
use crate::settings::{
    Override, Patterns, Placed, Profile, RuleLevel, RuleSetting, RuleSettings, SchemaChecks,
};
use crate::syntax::Node;
use crate::text::{Location, TextRange};

/// The name of a file, as another one writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileName {
    /// The path, relative to the file that names it.
    pub path: String,
    /// Where it is written.
    pub range: TextRange,
}

/// An entry of `inventories`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedInventory {
    /// What people call the workspace.
    pub name: Option<String>,
    /// The file, relative to the configuration.
    pub file: FileName,
}

/// The mapping of a configuration with its path.
pub(super) struct ConfigMapping<'t> {
    pub(super) root: Node<'t>,
    pub(super) path: &'t Arc<str>,
}

/// An `azml.yaml` has no more overrides than this: each is asked about every file.
const MOST_OVERRIDES: usize = 100;

/// An override has no more patterns than this.
const MOST_PATTERNS: usize = 100;

impl<'t> ConfigMapping<'t> {
    fn placed<T>(&self, node: Node<'_>, value: T) -> Placed<T> {
        let (path, range) = (self.path.clone(), node.range());
        let place = Some(Location { path, range });
        Placed { value, place }
    }

    /// The string at `key`.
    pub(super) fn file(&self, key: &str) -> Option<FileName> {
        file_name(self.root.get(key)?)
    }

    /// The strings of the list at `key`.
    pub(super) fn strings(&self, key: &str) -> Vec<String> {
        strings(self.root.get(key))
    }

    /// `profile:`, one or several.
    pub(super) fn profiles(&self) -> Option<Placed<Vec<&'static Profile>>> {
        let node = self.root.get("profile")?;
        let names = strings(Some(node));
        let profiles = names.iter().filter_map(|name| Profile::from_name(name));
        Some(self.placed(node, profiles.collect()))
    }

    /// `rules:`.
    pub(super) fn rules(&self) -> RuleSettings {
        self.root
            .get("rules")
            .map_or_else(RuleSettings::new, |rules| self.rule_settings(rules))
    }

    /// `overrides:`, the patterns relative to the folder of the file. Too many are a problem.
    pub(super) fn overrides(&self, problems: &mut Vec<ConfigProblem>) -> Vec<Override> {
        let folder = parent(self.path);
        let Some(list) = self.root.get("overrides") else {
            return Vec::new();
        };
        too_many(problems, list, "overrides", MOST_OVERRIDES, "entries");
        let mut overrides = Vec::new();
        for item in list.items().take(MOST_OVERRIDES) {
            let files = item.get("files");
            if let Some(files) = files {
                too_many(problems, files, "files", MOST_PATTERNS, "patterns");
            }
            let mut patterns = strings(files);
            patterns.truncate(MOST_PATTERNS);
            let rules = item.get("rules").map(|rules| self.rule_settings(rules));
            overrides.push(Override {
                files: Patterns::new(Path::new(folder), &patterns).0,
                rules: rules.unwrap_or_default(),
            });
        }
        overrides
    }

    fn rule_settings(&self, rules: Node<'_>) -> RuleSettings {
        let mut settings = RuleSettings::new();
        for entry in rules.entries() {
            if let Some(rule) = entry.key.text().and_then(rule) {
                let setting = self.rule_setting(rule, entry.key, entry.value.resolved());
                settings.insert(rule.name.to_owned(), setting);
            }
        }
        settings
    }

    /// A level, or a mapping with `level` and `options`.
    fn rule_setting(&self, rule: &Rule, key: Node<'_>, value: Node<'_>) -> RuleSetting {
        let level = value.text().or_else(|| value.get("level")?.text());
        let level = level.and_then(level_of).map(|level| {
            let level = level.map_or(RuleLevel::Off, RuleLevel::Set);
            self.placed(key, level)
        });
        let mut setting = RuleSetting {
            level,
            ..RuleSetting::default()
        };
        let options = value.get("options");
        for option in rule.options {
            let node = options.and_then(|options| options.get(option.name));
            let number = node.and_then(Node::int);
            let (least, most) = option.range;
            if let (Some(node), Some(number)) = (node, number)
                && (least..=most).contains(&number)
            {
                setting
                    .options
                    .insert(option.name, self.placed(node, number));
            }
        }
        setting
    }

    /// `preview:`.
    pub(super) fn preview(&self) -> Option<bool> {
        self.root.get("preview")?.text()?.parse().ok()
    }

    /// `schemaChecks:`.
    pub(super) fn schema_checks(&self) -> Option<SchemaChecks> {
        SchemaChecks::from_word(self.root.get("schemaChecks")?.text()?)
    }

    /// `prices:` by size, with the `currency` among them.
    pub(super) fn prices(&self) -> Prices {
        let mut prices = Prices::default();
        for entry in self.root.get("prices").into_iter().flat_map(Node::entries) {
            let (Some(key), Some(value)) = (entry.key.text(), entry.value.text()) else {
                continue;
            };
            if key == "currency" {
                prices.currency = Some(value.to_owned());
            } else if let Some(price) = price(value) {
                prices.per_hour.insert(key.to_ascii_lowercase(), price);
            }
        }
        prices
    }

    /// `inventory:`, and `inventories:` as a list of maps with `name` and `file`.
    pub(super) fn inventories(&self) -> Vec<NamedInventory> {
        let plain = self.root.get("inventory").into_iter();
        let plain = plain.flat_map(|node| node.items().chain([node]));
        let plain = plain.filter_map(file_name);
        let mut named: Vec<NamedInventory> = plain
            .map(|file| NamedInventory { name: None, file })
            .collect();
        let listed = self.root.get("inventories").into_iter();
        for item in listed.flat_map(Node::items) {
            let name = item.get("name").and_then(Node::text).map(str::to_owned);
            if let Some(file) = item.get("file").and_then(file_name) {
                named.push(NamedInventory { name, file });
            }
        }
        named
    }

    /// `computes:` as a map by name or as a list of maps with `name`.
    pub(super) fn computes(&self) -> Vec<Arc<ComputeDef>> {
        let Some(node) = self.root.get("computes") else {
            return Vec::new();
        };
        let named = node
            .entries()
            .map(|entry| (entry.value.resolved(), Some(entry.key)));
        let listed = node.items().map(|item| (item, None));
        let mut computes = Vec::new();
        for (node, name) in named.chain(listed) {
            let def = ComputeDef::read(node, name, self.path, OriginKind::Config);
            computes.extend(def.map(Arc::new));
        }
        computes
    }
}

/// Tells that the `list` at `key` has more than `most` of something.
fn too_many(problems: &mut Vec<ConfigProblem>, list: Node<'_>, key: &str, most: usize, what: &str) {
    if list.items().nth(most).is_some() {
        let message = format!("`{key}` has more than {most} {what}");
        problems.push(ConfigProblem {
            help: Some("join those that belong together; the rest is ignored".to_owned()),
            ..ConfigProblem::new(list.range(), message)
        });
    }
}

fn file_name(node: Node<'_>) -> Option<FileName> {
    let path = node.text().filter(|_| !node.is_null())?.to_owned();
    let range = node.range();
    Some(FileName { path, range })
}

/// The string at `node`, or the strings of the list there.
fn strings(node: Option<Node<'_>>) -> Vec<String> {
    let nodes = node.into_iter().flat_map(|node| node.items().chain([node]));
    let strings = nodes.filter(|node| !node.is_null()).filter_map(Node::text);
    strings.map(str::to_owned).collect()
}
