//! The keys of our own configuration, `azml.yaml`.

use azml_rules::checks::RULES;
use azml_rules::syntax::{Node, NodeKind};

use super::item;
use super::snippet::Form;
use crate::ide::completion::item::Item;
use crate::ide::completion::stand_in::WholeKey;

/// A key: its name, what it holds, what it does.
type Known = (&'static str, Shape, &'static str);

#[derive(Clone, Copy)]
enum Shape {
    Word,
    Keys,
    List,
}

const TOP: [Known; 7] = [
    (
        "extends",
        Shape::Word,
        "a file whose settings hold where this one says nothing",
    ),
    (
        "rules",
        Shape::Keys,
        "the level of rules by their names: off, hint, info, warning or error",
    ),
    ("exclude", Shape::List, "files and folders to leave out"),
    (
        "inventory",
        Shape::Word,
        "the output of `az ml compute list -o json`, one file or several",
    ),
    (
        "inventories",
        Shape::List,
        "inventories with the names of their workspaces",
    ),
    (
        "computes",
        Shape::Keys,
        "computes that no file describes, by their names",
    ),
    (
        "prices",
        Shape::Keys,
        "what one machine costs for an hour, by size",
    ),
];

const COMPUTE: [Known; 7] = [
    (
        "type",
        Shape::Word,
        "amlcompute, computeinstance, kubernetes, ...",
    ),
    ("size", Shape::Word, "the VM size of a node"),
    ("min_instances", Shape::Word, "nodes that always run"),
    ("max_instances", Shape::Word, "the most nodes there can be"),
    ("tier", Shape::Word, "dedicated or low_priority"),
    ("location", Shape::Word, "its region"),
    ("name", Shape::Word, "its name, in a list of computes"),
];

const INVENTORY: [Known; 2] = [
    ("name", Shape::Word, "what you call the workspace"),
    ("file", Shape::Word, "the file with its computes"),
];

const PRICES: [Known; 1] = [(
    "currency",
    Shape::Word,
    "what stands before the prices, such as EUR",
)];

pub(super) fn items(whole: &WholeKey) -> Vec<Item> {
    let Some(mapping) = whole.key().parent() else {
        return Vec::new();
    };
    let way: Vec<Option<&str>> = std::iter::successors(Some(mapping), |node| node.parent())
        .filter(|node| node.kind() == NodeKind::Mapping || node.key().is_some())
        .map(|node| node.key().and_then(Node::text))
        .collect();
    let is_free = |name: &str| mapping.entry(name).is_none();
    let known: &[Known] = match way.as_slice() {
        [None] => &TOP,
        [Some("rules"), None] => return rules(mapping, whole),
        [Some("prices"), None] => &PRICES,
        [Some(_), Some("computes"), None] => &COMPUTE[..6],
        [None, Some("computes"), None] => &COMPUTE,
        [None, Some("inventories"), None] => &INVENTORY,
        _ => &[],
    };
    let of = |(name, shape, detail): &Known| {
        let form = match shape {
            Shape::Word => Form::Scalar(None),
            Shape::Keys => Form::Mapping(Vec::new()),
            Shape::List => Form::List(Box::new(Form::Scalar(None))),
        };
        item::with_form(name, &form, detail, String::new(), whole)
    };
    known
        .iter()
        .filter(|(name, ..)| is_free(name))
        .map(of)
        .collect()
}

/// The names of rules.
fn rules(mapping: Node<'_>, whole: &WholeKey) -> Vec<Item> {
    let free = RULES
        .iter()
        .filter(|rule| mapping.entry(rule.name).is_none());
    free.map(|rule| {
        item::plain(
            rule.name,
            rule.summary,
            format!("Level: {}", rule.level.name()),
            whole,
        )
    })
    .collect()
}
