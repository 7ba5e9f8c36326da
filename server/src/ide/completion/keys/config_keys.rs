//! The keys of our own configuration, `azml.yaml`.

use azml_rules::checks::RULES;
use azml_rules::syntax::{Node, NodeKind};

use super::item;
use super::snippet::Form;
use crate::ide::completion::item::Item;
use crate::ide::completion::stand_in::WholeKey;
use crate::ide::markdown::{Markdown, md};

/// A key: its name, what it holds, what it does.
type ConfigKey = (&'static str, ConfigShape, &'static str);

#[derive(Clone, Copy)]
enum ConfigShape {
    Word,
    Keys,
    List,
}

const TOP: [ConfigKey; 7] = [
    (
        "extends",
        ConfigShape::Word,
        "a file with settings that apply unless this file sets them",
    ),
    (
        "rules",
        ConfigShape::Keys,
        "the level of each rule: off, hint, info, warning, or error",
    ),
    ("exclude", ConfigShape::List, "files and folders to skip"),
    (
        "inventory",
        ConfigShape::Word,
        "the output of `az ml compute list -o json`, one file or several",
    ),
    (
        "inventories",
        ConfigShape::List,
        "saved inventories, each with the name of its workspace",
    ),
    (
        "computes",
        ConfigShape::Keys,
        "computes that no other file defines, by name",
    ),
    (
        "prices",
        ConfigShape::Keys,
        "the price of one machine per hour, by size",
    ),
];

const COMPUTE: [ConfigKey; 7] = [
    (
        "type",
        ConfigShape::Word,
        "amlcompute, computeinstance, kubernetes, ...",
    ),
    ("size", ConfigShape::Word, "the VM size of a node"),
    (
        "min_instances",
        ConfigShape::Word,
        "the nodes that always run",
    ),
    (
        "max_instances",
        ConfigShape::Word,
        "the maximum number of nodes",
    ),
    ("tier", ConfigShape::Word, "dedicated or low_priority"),
    ("location", ConfigShape::Word, "its region"),
    ("name", ConfigShape::Word, "its name, in a list of computes"),
];

const INVENTORY: [ConfigKey; 2] = [
    ("name", ConfigShape::Word, "what you call the workspace"),
    ("file", ConfigShape::Word, "the file with its computes"),
];

const PRICES: [ConfigKey; 1] = [(
    "currency",
    ConfigShape::Word,
    "the currency of the prices, such as EUR",
)];

pub(super) fn items(whole: &WholeKey) -> Vec<Item> {
    let Some(mapping) = whole.key().parent() else {
        return Vec::new();
    };
    let way: Vec<Option<&str>> = std::iter::successors(Some(mapping), |node| node.parent())
        .filter(|node| node.kind() == NodeKind::Mapping || node.key().is_some())
        .map(|node| node.key().and_then(Node::text))
        .collect();
    let known: &[ConfigKey] = match way.as_slice() {
        [None] => &TOP,
        [Some("rules"), None] => return rules(mapping, whole),
        [Some("prices"), None] => &PRICES,
        [Some(_), Some("computes"), None] => &COMPUTE[..6],
        [None, Some("computes"), None] => &COMPUTE,
        [None, Some("inventories"), None] => &INVENTORY,
        _ => &[],
    };
    let mut items = Vec::new();
    for (name, shape, detail) in known {
        if mapping.entry(name).is_none() {
            let form = form_of(*shape);
            items.push(item::with_form(name, &form, detail, Markdown::new(), whole));
        }
    }
    items
}

fn form_of(shape: ConfigShape) -> Form {
    match shape {
        ConfigShape::Word => Form::Scalar(None),
        ConfigShape::Keys => Form::Mapping(Vec::new()),
        ConfigShape::List => Form::List(Box::new(Form::Scalar(None))),
    }
}

/// The names of rules.
fn rules(mapping: Node<'_>, whole: &WholeKey) -> Vec<Item> {
    let unset = RULES
        .iter()
        .filter(|rule| mapping.entry(rule.name).is_none());
    unset
        .map(|rule| {
            item::plain(
                rule.name,
                rule.summary,
                md!("Level: {}", rule.level.name()),
                whole,
            )
        })
        .collect()
}
