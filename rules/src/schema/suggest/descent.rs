//! The one way down from the top of a document to a mapping in it: what each mapping on it may be.
//!
//! The way is given as keys, because a line that is half written often has no nodes; items of lists
//! are left out of it. Unlike a judgement, which settles for one alternative of a union, this keeps
//! every alternative that fits what is there as well as the best does: what is missing speaks
//! against none of them.

use crate::schema::table::KindDef;
use crate::syntax::{Node, NodeKind};

use super::collection::{Collection, PossibleCollection, PossibleValue};
use super::evidence::Evidence;

/// The mapping at the end of a way.
#[derive(Clone, Debug)]
pub(crate) struct Reached<'t> {
    /// What it may be.
    pub(crate) collections: Vec<PossibleCollection>,
    /// What is there of it.
    pub(crate) node: Option<Node<'t>>,
}

impl<'t> Reached<'t> {
    /// The mapping at the top of a document of one of `kinds`.
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

    /// What may stand behind `key` in it.
    pub(crate) fn values_of(&self, key: &str) -> Vec<PossibleValue> {
        self.collections
            .iter()
            .filter_map(|possible| possible.value_of(key))
            .collect()
    }

    /// Of what it may be, only what fits best; at the top, the kinds of the document have been
    /// weighed already.
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

    /// What `key` leads to, down through lists.
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

/// Keeps the lists where a list is written, the mappings where a mapping is.
fn retain_written(collections: &mut Vec<PossibleCollection>, node: Option<Node<'_>>) {
    let is_list = match node.map(Node::kind) {
        Some(NodeKind::Sequence) => true,
        Some(NodeKind::Mapping) => false,
        _ => return,
    };
    collections.retain(|possible| possible.collection.is_list() == is_list);
}

/// Goes down `way` from the top of a document of one of `kinds`. What is written rules out
/// alternatives of the mappings on the way; what the last one may be is for others to narrow.
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

/// The collections that the items of a list may be, or the mapping itself.
fn in_lists(possible: PossibleCollection) -> Vec<PossibleCollection> {
    if possible.collection.is_list() {
        possible.items()
    } else {
        vec![possible]
    }
}

/// The value of `key` that `at` is in, else the one that counts.
fn value_at<'t>(mapping: Node<'t>, key: &str, at: u32) -> Option<Node<'t>> {
    let around = mapping
        .entries()
        .find(|entry| entry.key.text() == Some(key) && entry.value.range().touches(at));
    match around {
        Some(entry) => Some(entry.value.resolved()),
        None => mapping.get(key),
    }
}

/// The item of a list that is written at `at`; what is no list stays as it is.
fn item_at(value: Node<'_>, at: u32) -> Option<Node<'_>> {
    if value.kind() != NodeKind::Sequence {
        return Some(value);
    }
    let before = value.items().filter(|item| item.range().start <= at);
    before.last().map(Node::resolved)
}
