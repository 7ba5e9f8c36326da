//! Definition of a compute in a YAML file, `azml.yaml`, an inventory, or infrastructure code.

use std::sync::Arc;

use super::ComputeKind;
use crate::date::Date;
use crate::document::Document;
use crate::syntax::{Node, known_int, known_text};
use crate::text::TextRange;
use crate::wording::counted;

/// Type of the file that defines a compute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OriginKind {
    /// A compute YAML file.
    Yaml,
    /// `computes:` in `azml.yaml`.
    Config,
    /// The saved output of `az ml compute list`.
    Inventory,
    /// Code that creates computes: Terraform, workflows, scripts.
    Infrastructure,
}

/// Place where a compute is defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Type of the file.
    pub kind: OriginKind,
    /// The file.
    pub path: Arc<str>,
    /// Range of the name in that file.
    pub range: TextRange,
}

/// Label of an inventory in messages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InventoryLabel {
    /// Its name in `azml.yaml`, such as `prod`.
    pub name: Option<String>,
    /// Day when the file was written, if known.
    pub saved_on: Option<Date>,
}

impl InventoryLabel {
    /// "inventory prod of 2026-11-02", "inventory of 2026-11-02", as far as known.
    pub fn describe(&self) -> String {
        let name = self
            .name
            .as_ref()
            .map_or_else(String::new, |name| format!(" {name}"));
        let date = self
            .saved_on
            .map_or_else(String::new, |day| format!(" of {day}"));
        format!("inventory{name}{date}")
    }
}

/// State of a compute instance while it is not in use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum IdleBehavior {
    /// It keeps running.
    #[default]
    Runs,
    /// It stops automatically after an idle time.
    StopsWhenIdle,
    /// It starts and stops on a schedule.
    Scheduled,
    /// It was stopped when the inventory was saved.
    Stopped,
}

/// Definition of one compute. `None` means that the value is missing, an expression or a placeholder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComputeDef {
    /// Its name in the workspace.
    pub name: String,
    /// Its kind; `None` for an unknown `type`.
    pub kind: Option<ComputeKind>,
    /// VM size as written.
    pub size: Option<String>,
    /// Minimum number of nodes.
    pub min_nodes: Option<i64>,
    /// Maximum number of nodes.
    pub max_nodes: Option<i64>,
    /// `dedicated` or `low_priority`.
    pub tier: Option<String>,
    /// Azure region.
    pub location: Option<String>,
    /// State of an instance while it is not in use.
    pub rest: IdleBehavior,
    /// `true` if the size, the tier or the number of nodes is set to a value that cannot be known:
    /// an expression, a placeholder.
    pub is_templated: bool,
    /// Place of the definition.
    pub origin: Origin,
}

impl ComputeDef {
    /// Returns the sort key for choosing a compute: clusters first, those with most nodes first.
    pub(crate) fn order(&self) -> impl Ord + '_ {
        let is_cluster = self.kind == Some(ComputeKind::Cluster);
        (!is_cluster, -self.max_nodes.unwrap_or(0), &self.name)
    }

    /// Returns `true` if `other` has the same values, wherever it is defined.
    pub fn says_the_same_as(&self, other: &Self) -> bool {
        let Self {
            name,
            kind,
            size,
            min_nodes,
            max_nodes,
            tier,
            location,
            rest,
            is_templated,
            origin: _,
        } = self;
        *name == other.name
            && *kind == other.kind
            && *size == other.size
            && *min_nodes == other.min_nodes
            && *max_nodes == other.max_nodes
            && *tier == other.tier
            && *location == other.location
            && *rest == other.rest
            && *is_templated == other.is_templated
    }

    /// Returns the compute that a document defines.
    pub fn of_document(document: &Document) -> Option<Self> {
        document.kind().filter(|kind| kind.is_compute())?;
        let path = document.shared_path();
        Self::read(document.root()?, None, &path, OriginKind::Yaml)
    }

    /// Reads a compute from a mapping in any of the spellings of YAML, CLI output and REST API:
    /// keys in snake or camel case, at the top or under `properties`. `name` overrides the
    /// mapping's own (the key of a map of computes).
    pub fn read(
        node: Node<'_>,
        name: Option<Node<'_>>,
        path: &Arc<str>,
        kind: OriginKind,
    ) -> Option<Self> {
        let name_node = name.or_else(|| find(node, &["name"]))?;
        let name = known_text(name_node)?;
        let text = |keys: &[&str]| find(node, keys).and_then(known_text).map(str::to_owned);
        let int = |keys: &[&str]| find(node, keys).and_then(known_int);
        Some(Self {
            name: name.to_owned(),
            kind: text(&["computetype", "type"])
                .as_deref()
                .and_then(ComputeKind::from_type),
            size: text(SIZE),
            min_nodes: int(MIN),
            max_nodes: int(MAX),
            tier: text(TIER),
            // Output that contains the region of the workspace too has the region of the compute
            // under another key.
            location: text(&["computelocation", "location"]),
            rest: rest(node),
            is_templated: is_templated(node),
            origin: Origin {
                kind,
                path: path.clone(),
                range: name_node.range(),
            },
        })
    }

    /// "0–4 nodes", if the number is set.
    pub fn nodes_in_short(&self) -> Option<String> {
        Some(match (self.min_nodes, self.max_nodes?) {
            (min, max) if min == Some(max) => counted(max, "node"),
            (min, max) => format!("{}–{max} nodes", min.unwrap_or(0)),
        })
    }

    /// "compute cluster, Standard_DS3_v2, 0 to 4 nodes": the known facts, for messages and lists.
    pub fn describe(&self) -> String {
        let mut parts = vec![self.kind.map_or("compute", ComputeKind::label).to_owned()];
        parts.extend(self.size.clone());
        match (self.min_nodes, self.max_nodes) {
            (min, Some(max)) if min != Some(max) => {
                parts.push(format!("{} to {max} nodes", min.unwrap_or(0)));
            }
            (_, Some(max)) => parts.push(counted(max, "node")),
            _ => {}
        }
        parts.join(", ")
    }
}

const SIZE: &[&str] = &["size", "vmsize"];
const MIN: &[&str] = &["mininstances", "minnodecount"];
const MAX: &[&str] = &["maxinstances", "maxnodecount"];
const TIER: &[&str] = &["tier", "vmpriority"];

/// Returns `true` if the size, the tier or the number of nodes is set to a value that cannot be known.
fn is_templated(node: Node<'_>) -> bool {
    let texts = [SIZE, TIER].map(|keys| find(node, keys));
    let numbers = [MIN, MAX].map(|keys| find(node, keys));
    texts
        .into_iter()
        .flatten()
        .any(|value| known_text(value).is_none())
        || numbers
            .into_iter()
            .flatten()
            .any(|value| known_int(value).is_none())
}

/// Returns the state of an instance while it is not in use, from its mapping.
fn rest(node: Node<'_>) -> IdleBehavior {
    let state = find(node, &["state"]).and_then(known_text);
    if state.is_some_and(|state| word_of_enum(state).eq_ignore_ascii_case("stopped")) {
        return IdleBehavior::Stopped;
    }
    let idle = find(
        node,
        &["idletimebeforeshutdownminutes", "idletimebeforeshutdown"],
    );
    if idle.is_some_and(says_something) {
        IdleBehavior::StopsWhenIdle
    } else if find(node, &["schedules"]).is_some_and(says_something) {
        IdleBehavior::Scheduled
    } else {
        IdleBehavior::Runs
    }
}

/// Returns the word after the last dot: azure-ai-ml 1.35.2 writes `ComputeInstanceState.STOPPED`.
fn word_of_enum(text: &str) -> &str {
    text.rsplit('.').next().unwrap_or(text)
}

fn says_something(value: Node<'_>) -> bool {
    value.children().next().is_some() || value.text().is_some()
}

/// Returns the first of `keys` (squashed: lower case, no separators) in the mapping or in its
/// nested `properties`.
fn find<'t>(node: Node<'t>, keys: &[&str]) -> Option<Node<'t>> {
    let mut levels = vec![node];
    for _ in 0..2 {
        levels.extend(levels.last().and_then(|level| level.get("properties")));
    }
    let scale = levels.iter().filter_map(|level| {
        level
            .get("scaleSettings")
            .or_else(|| level.get("scale_settings"))
    });
    let places: Vec<Node<'t>> = levels.iter().copied().chain(scale).collect();
    for key in keys {
        let value = places.iter().find_map(|place| value_of(*place, key));
        if let Some(value) = value.filter(|value| !value.is_null()) {
            return Some(value);
        }
    }
    None
}

/// Returns the value of the key that equals `key` once it is squashed.
fn value_of<'t>(mapping: Node<'t>, key: &str) -> Option<Node<'t>> {
    let mut entries = mapping.resolved().entries();
    let entry =
        entries.find(|entry| entry.key.text().is_some_and(|text| is_spelling(text, key)))?;
    Some(entry.value.resolved())
}

fn is_spelling(text: &str, squashed: &str) -> bool {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).eq(squashed.chars())
}
