//! Which keys can be written into a mapping that is being edited.
//!
//! Unlike the walk, which settles for one alternative of a union, this keeps every alternative that fits what is there as
//! well as the best does: what is missing speaks against none of them.

use super::choose::{DISCRIMINATORS, enum_values};
use super::free::{self, FreeKey};
use super::holder::{Holder, holders};
use super::near::Near;
use super::table::{KindDef, Shape, Type, TypeDef, kinds};
use super::walk::{Walker, effective_entries, key_text};
use crate::document::{Document, Kind};
use crate::syntax::is_template;
use crate::syntax::{Entry, Node, NodeKind};
use crate::workspace::Workspace;

/// A mapping that keys can be written into.
#[derive(Clone, Debug)]
pub struct Slot<'t> {
    /// The mapping.
    pub mapping: Node<'t>,
    /// What it may be; none where its keys are free.
    pub types: Vec<&'static TypeDef>,
    /// The keys that a mapping without a type of its own may have, where they are known.
    pub words: Vec<&'static str>,
    /// The kinds that the document may be of, if the mapping is the one at its top.
    pub kinds: Vec<&'static KindDef>,
}

impl Slot<'_> {
    /// The keys that are not written yet, in the order in which they are best offered; `edited` does not count.
    #[must_use]
    pub fn free_keys(&self, edited: Node<'_>) -> Vec<FreeKey> {
        free::keys(self, edited)
    }
}

/// The mapping that `edited`, one of its keys, stands in; `kind` is that of the document before the edit.
#[must_use]
pub fn slot<'t>(
    workspace: &Workspace,
    document: &'t Document,
    kind: Option<Kind>,
    edited: Node<'t>,
) -> Option<Slot<'t>> {
    let mapping = edited.parent()?;
    let mut way: Vec<Node<'t>> =
        std::iter::successors(Some(mapping), |node| node.parent()).collect();
    way.reverse();
    let root = *way.first().filter(|root| document.root() == Some(**root))?;
    let walker = Walker {
        workspace,
        path: document.path(),
        kind: None,
        near: Near::default(),
    };
    let descent = Descent { walker, edited };
    let kinds = descent.kinds(document, kind, root);
    let mut found: Vec<Holder> = kinds.iter().map(|kind| Holder::Known(kind.ty)).collect();
    for pair in way.windows(2) {
        if let [from, to] = pair {
            found = descent.below(&found, *from, *to);
        }
    }
    let types = found.iter().filter_map(|holder| holder.known()).collect();
    let words = found.iter().flat_map(|holder| holder.words()).collect();
    Some(Slot {
        mapping,
        types,
        words,
        kinds: if mapping == root { kinds } else { Vec::new() },
    })
}

/// Whether a kind of document has all these keys at its top.
#[must_use]
pub fn describes(keys: &[&str]) -> bool {
    let has =
        |def: &KindDef, key: &&str| def.ty.field(key).is_some() || def.ty.read_only.contains(key);
    kinds()
        .iter()
        .filter(|def| !def.nested_only)
        .any(|def| keys.iter().all(|key| has(def, key)))
}

struct Descent<'w, 't> {
    walker: Walker<'w>,
    edited: Node<'t>,
}

impl<'t> Descent<'_, 't> {
    /// The kinds that the document may be of: those of its `$schema`, and what it looks like.
    fn kinds(
        &self,
        document: &Document,
        kind: Option<Kind>,
        root: Node<'t>,
    ) -> Vec<&'static KindDef> {
        let likely = document.kind().or(kind).and_then(KindDef::of);
        let schema = root.get("$schema").and_then(Node::text).map(stem);
        let name = schema
            .as_deref()
            .or(likely.map(|kind| kind.schema))
            .unwrap_or_default();
        let mut all: Vec<&'static KindDef> = likely.into_iter().collect();
        let same = |def: &&KindDef| {
            let named = !name.is_empty() && def.schema.eq_ignore_ascii_case(name);
            let other_akin =
                |likely: &KindDef| likely.kind != def.kind && likely.kind.is_akin_to(def.kind);
            !def.nested_only
                && likely.is_none_or(other_akin)
                && (named || likely.is_some_and(|likely| are_told_apart_by_a_key(likely, def)))
        };
        if likely.is_some() || schema.is_some() {
            all.extend(kinds().iter().filter(same));
        }
        if all.is_empty() && !document.is_foreign() {
            return self.by_type(root);
        }
        // Of equally good ones, those that the schema names.
        let other = |kind: &KindDef| {
            let named = kind.schema.eq_ignore_ascii_case(name);
            u32::from(!named && !likely.is_some_and(|likely| are_told_apart_by_a_key(likely, kind)))
        };
        cheapest(all, |kind| 2 * self.cost(kind.ty, root) + other(kind))
    }

    /// The kinds that take the `type` and all keys of a document that says too little to be of one.
    fn by_type(&self, root: Node<'t>) -> Vec<&'static KindDef> {
        let Some(name) = root.get("type").and_then(Node::text) else {
            return Vec::new();
        };
        let takes = |def: &&KindDef| {
            let mut words = Vec::new();
            def.ty
                .field("type")
                .into_iter()
                .for_each(|field| enum_values(&field.ty, &mut words));
            !def.nested_only && words.contains(&name) && self.cost(def.ty, root) == 0
        };
        let mut all: Vec<&'static KindDef> = kinds().iter().filter(takes).collect();
        // More people write jobs than components.
        all.sort_by_key(|def| !def.kind.is_job());
        all
    }

    /// What the collection `to` inside `from` may be.
    fn below(&self, above: &[Holder], from: Node<'t>, to: Node<'t>) -> Vec<Holder> {
        let name = to.key().and_then(Node::text).unwrap_or_default();
        let mut found = Vec::new();
        for holder in above {
            match (*holder, from.kind()) {
                (Holder::Known(def), NodeKind::Mapping) => known_below(def, name, to, &mut found),
                (Holder::Free { value, .. } | Holder::Only { value, .. }, NodeKind::Mapping) => {
                    add(value, to, &mut found);
                }
                (Holder::List(item), NodeKind::Sequence) => add(item, to, &mut found),
                _ => {}
            }
        }
        cheapest(found, |holder| match holder.known() {
            Some(def) => 2 * self.cost(def, to) + u32::from(!self.has_a_needed_key(def, to)),
            None => 1,
        })
    }

    /// Whether one of the keys that `def` cannot do without is there: among equally good ones, it is meant.
    fn has_a_needed_key(&self, def: &TypeDef, mapping: Node<'t>) -> bool {
        let needed = |name: &str| {
            def.field(name)
                .is_some_and(|field| field.required && !DISCRIMINATORS.contains(&name))
        };
        let others = mapping.entries().filter(|entry| entry.key != self.edited);
        others.filter_map(key_text).any(needed)
    }

    /// How much of what is written in `mapping` speaks against `def`.
    fn cost(&self, def: &'static TypeDef, mapping: Node<'t>) -> u32 {
        effective_entries(mapping)
            .into_iter()
            .map(|entry| self.cost_of_entry(def, entry))
            .sum()
    }

    fn cost_of_entry(&self, def: &'static TypeDef, entry: Entry<'t>) -> u32 {
        let name = key_text(entry).unwrap_or_default();
        if entry.key == self.edited || entry.key.is_repaired() || is_template(name) {
            return 0;
        }
        let Some(field) = def.field(name).filter(|field| !field.private) else {
            return UNKNOWN;
        };
        let value = entry.value.resolved();
        if value.is_null() || value.range().touches(self.edited.range().start) {
            return 0;
        }
        let mut words = Vec::new();
        enum_values(&field.ty, &mut words);
        let (fits, tells) = match field.ty.shape {
            Shape::Const(word) => (value.text() == Some(word), true),
            _ => (
                self.walker.check(&field.ty, value, true).is_accepted(),
                !words.is_empty(),
            ),
        };
        match (fits, tells) {
            (true, _) => 0,
            (false, true) => OTHER_WORD,
            (false, false) => REFUSED,
        }
    }
}

/// Whether only a key that may not be there yet says which of the two kinds it is.
fn are_told_apart_by_a_key(one: &KindDef, other: &KindDef) -> bool {
    let (one, other) = (one.kind, other.kind);
    one.is_akin_to(other) && (one.is_akin_to(Kind::ScheduleJob) || one.is_akin_to(Kind::Data))
}

/// A word that names another alternative weighs more than all else.
const OTHER_WORD: u32 = 1000;
const UNKNOWN: u32 = 2;
const REFUSED: u32 = 1;

/// Those of `all` against which the least speaks.
fn cheapest<T>(all: Vec<T>, cost: impl Fn(&T) -> u32) -> Vec<T> {
    if all.len() < 2 {
        return all;
    }
    let costs: Vec<u32> = all.iter().map(cost).collect();
    let least = costs.iter().min().copied().unwrap_or(0);
    all.into_iter()
        .zip(costs)
        .filter(|(_, cost)| *cost == least)
        .map(|(one, _)| one)
        .collect()
}

fn known_below(def: &'static TypeDef, name: &str, to: Node<'_>, found: &mut Vec<Holder>) {
    let only = def
        .checks
        .iter()
        .find(|check| check.rule == "only_key" && check.fields.contains(&name));
    let Some(field) = def.field(name).or_else(|| super::check::aliased(def, name)) else {
        return;
    };
    let from = found.len();
    add(&field.ty, to, found);
    if let (Some(only), Some(Holder::Free { value, .. })) = (only, found.get(from).copied()) {
        found.truncate(from);
        found.push(Holder::Only {
            keys: only.values,
            value,
        });
    }
}

/// The alternatives of `ty` that `node`, a collection, can be.
fn add(ty: &'static Type, node: Node<'_>, found: &mut Vec<Holder>) {
    let is_list = node.kind() == NodeKind::Sequence;
    found.extend(
        holders(ty)
            .into_iter()
            .filter(|holder| matches!(holder, Holder::List(_)) == is_list),
    );
}

/// The file that a `$schema` names.
fn stem(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    path.rsplit('/').next().unwrap_or(path).to_owned()
}
