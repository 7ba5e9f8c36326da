//! Values of `azml.yaml`, read from the tree, which has their ranges. Wrong values are skipped
//! here: `check` reports them.

use crate::path::parent;
use std::path::Path;
use std::sync::Arc;

use super::check::price;
use super::problem::ConfigProblem;
use super::shape::level_of;
use crate::checks::rule;
use crate::compute::{ComputeDef, OriginKind, Prices};
use crate::date::Date;
use crate::rule::Rule;
use crate::settings::{
    Budget, Override, Patterns, Placed, Profile, RuleLevel, RuleSetting, RuleSettings, SchemaChecks,
};
use crate::syntax::Node;
use crate::text::{Location, TextRange};

/// A reference to a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileName {
    /// The path, relative to the file that contains it.
    pub path: String,
    /// Range of the path.
    pub range: TextRange,
}

/// An entry of `inventories`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedInventory {
    /// Name of the workspace.
    pub name: Option<String>,
    /// The file, relative to the configuration.
    pub file: FileName,
}

/// The root mapping of a configuration with its path.
pub(super) struct ConfigMapping<'t> {
    pub(super) root: Node<'t>,
    pub(super) path: &'t Arc<str>,
}

/// Maximum number of overrides of an `azml.yaml`: each is matched against every file.
const MOST_OVERRIDES: usize = 100;

/// Maximum number of patterns of an override.
const MOST_PATTERNS: usize = 100;

impl<'t> ConfigMapping<'t> {
    fn placed<T>(&self, node: Node<'_>, value: T) -> Placed<T> {
        let (path, range) = (self.path.clone(), node.range());
        let place = Some(Location { path, range });
        Placed { value, place }
    }

    /// Returns the string at `key`.
    pub(super) fn file(&self, key: &str) -> Option<FileName> {
        file_name(self.root.get(key)?)
    }

    /// Returns the strings of the list at `key`.
    pub(super) fn strings(&self, key: &str) -> Vec<String> {
        strings(self.root.get(key))
    }

    /// Returns `profile:`, one or several.
    pub(super) fn profiles(&self) -> Option<Placed<Vec<&'static Profile>>> {
        let node = self.root.get("profile")?;
        let names = strings(Some(node));
        let profiles = names.iter().filter_map(|name| Profile::from_name(name));
        Some(self.placed(node, profiles.collect()))
    }

    /// Returns `as-of:`.
    pub(super) fn as_of(&self) -> Option<Date> {
        Date::parse(self.root.get("as-of")?.text()?)
    }

    /// Returns `rules:`.
    pub(super) fn rules(&self) -> RuleSettings {
        self.root
            .get("rules")
            .map_or_else(RuleSettings::new, |rules| self.rule_settings(rules))
    }

    /// Returns `overrides:`, with patterns relative to the folder of the file. Too many are a problem.
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
                rules: Arc::new(rules.unwrap_or_default()),
            });
        }
        overrides
    }

    /// Returns `budgets:`, with patterns relative to the folder of the file. Too many are a problem.
    pub(super) fn budgets(&self, problems: &mut Vec<ConfigProblem>) -> Vec<Budget> {
        let Some(list) = self.root.get("budgets") else {
            return Vec::new();
        };
        too_many(problems, list, "budgets", MOST_OVERRIDES, "entries");
        let items = list.items().take(MOST_OVERRIDES);
        let budgets = items.map(|item| {
            let amount = |key: &str| price(item.get(key)?.text()?);
            let files = item.get("files").map(|files| {
                let mut patterns = strings(Some(files));
                patterns.truncate(MOST_PATTERNS);
                Patterns::new(Path::new(parent(self.path)), &patterns).0
            });
            Budget {
                files,
                per_run: amount("per_run"),
                per_month: amount("per_month"),
            }
        });
        budgets.collect()
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

    /// Returns a level, or a mapping with `level` and `options`.
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

    /// Returns `preview:`.
    pub(super) fn preview(&self) -> Option<bool> {
        self.root.get("preview")?.text()?.parse().ok()
    }

    /// Returns `schemaChecks:`.
    pub(super) fn schema_checks(&self) -> Option<SchemaChecks> {
        SchemaChecks::from_word(self.root.get("schemaChecks")?.text()?)
    }

    /// Returns `prices:` by size, including the `currency`, and the `location` that they hold for.
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
        let home = self.root.get("location").and_then(Node::text);
        prices.home = home.map(Into::into);
        prices
    }

    /// Returns `inventory:`, and `inventories:`, a list of mappings with `name` and `file`.
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

    /// Returns `computes:`, a mapping by name or a list of mappings with `name`.
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

/// Reports that the `list` at `key` has more than `most` items.
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

/// Returns the string at `node`, or the strings of the list there.
fn strings(node: Option<Node<'_>>) -> Vec<String> {
    let nodes = node.into_iter().flat_map(|node| node.items().chain([node]));
    let strings = nodes.filter(|node| !node.is_null()).filter_map(Node::text);
    strings.map(str::to_owned).collect()
}
