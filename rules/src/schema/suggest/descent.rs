//! Walks down from the top of a document to a mapping, and collects the possible types of each mapping.
//!
//! The path is given as keys, because an unfinished line often has no nodes; items of lists are
//! left out. Unlike validation, which selects one alternative of a union, the walk retains all
//! alternatives that fit the existing content equally well: a missing key excludes none of them.

use crate::schema::table::KindDef;
use crate::syntax::{Node, NodeKind};

use super::collection::{Collection, PossibleCollection, PossibleValue};
use super::evidence::Evidence;

/// The mapping at the end of a path.
#[derive(Clone, Debug)]
pub(crate) struct Reached<'t> {
    /// Its possible types.
    pub(crate) collections: Vec<PossibleCollection>,
    /// Its existing node.
    pub(crate) node: Option<Node<'t>>,
}

impl<'t> Reached<'t> {
    /// Returns the mapping at the top of a document of one of `kinds`.
    fn top(kinds: &[&'static KindDef], root: Option<Node<'t>>) -> Self {
        let types = kinds.iter().map(|kind| Collection::Known(kind.ty));
        let field = None;
        Self {
            collections: types
                .map(|collection| PossibleCollection { collection, field })
                .collect(),
            node: root,
        }
    }

    /// Returns the possible values of `key`.
    pub(crate) fn values_of(&self, key: &str) -> Vec<PossibleValue> {
        self.collections
            .iter()
            .filter_map(|possible| possible.value_of(key))
            .collect()
    }

    /// Retains only the types that fit best; at the top, the kinds of the document have been ranked
    /// before.
    pub(crate) fn narrowed(mut self, evidence: Evidence<'_>) -> Self {
        let is_top = self
            .collections
            .iter()
            .any(|possible| possible.field.is_none());
        if let Some(node) = self.node.filter(|_| !is_top) {
            self.collections = evidence.best(self.collections, node);
        }
        self
    }

    /// Returns the mapping or list items at `key`.
    fn below(&self, key: &str, at: u32) -> Self {
        let values = self.values_of(key);
        let mut collections: Vec<PossibleCollection> =
            values.iter().flat_map(PossibleValue::collections).collect();
        let mut node = self.node.and_then(|node| value_at(node, key, at));
        loop {
            retain_written(&mut collections, node);
            let is_list = |possible: &PossibleCollection| possible.collection.is_list();
            if !collections.iter().any(is_list) {
                return Self { collections, node };
            }
            collections = collections.into_iter().flat_map(in_lists).collect();
            node = node.and_then(|node| item_at(node, at));
        }
    }
}

/// Retains lists if the node is a list, mappings if it is a mapping.
fn retain_written(collections: &mut Vec<PossibleCollection>, node: Option<Node<'_>>) {
    let is_list = match node.map(Node::kind) {
        Some(NodeKind::Sequence) => true,
        Some(NodeKind::Mapping) => false,
        _ => return,
    };
    collections.retain(|possible| possible.collection.is_list() == is_list);
}

/// Walks down `way` from the top of a document of one of `kinds`. The existing content excludes
/// alternatives of the mappings on the way; those of the last one are left to the caller.
pub(crate) fn descend<'t>(
    kinds: &[&'static KindDef],
    root: Option<Node<'t>>,
    way: &[&str],
    evidence: Evidence<'_>,
) -> Reached<'t> {
    let mut reached = Reached::top(kinds, root);
    for key in way {
        reached = reached.narrowed(evidence).below(key, evidence.at);
    }
    reached
}

/// Returns the possible collections of the items of a list, or the mapping itself.
fn in_lists(possible: PossibleCollection) -> Vec<PossibleCollection> {
    if possible.collection.is_list() {
        possible.items()
    } else {
        vec![possible]
    }
}

/// Returns the value of `key` that contains `at`, else the effective one.
fn value_at<'t>(mapping: Node<'t>, key: &str, at: u32) -> Option<Node<'t>> {
    let around = mapping
        .entries()
        .find(|entry| entry.key.text() == Some(key) && entry.value.range().touches(at));
    match around {
        Some(entry) => Some(entry.value.resolved()),
        None => mapping.get(key),
    }
}

/// Returns the item of a list at `at`; other nodes are returned unchanged.
fn item_at(value: Node<'_>, at: u32) -> Option<Node<'_>> {
    if value.kind() != NodeKind::Sequence {
        return Some(value);
    }
    let before = value.items().filter(|item| item.range().start <= at);
    before.last().map(Node::resolved)
}
