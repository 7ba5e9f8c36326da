//! Ranks alternatives by the existing content of a mapping.

use crate::schema::entries::{effective_entries, key_text};
use crate::schema::table::{TypeDef, ValueShape};
use crate::schema::union_members::{ALTERNATIVE_KEYS, enum_values};
use crate::schema::validate::accepts_in;
use crate::syntax::{Entry, Node, is_template};
use crate::workspace::Workspace;

use super::collection::PossibleCollection;

/// Cost of a word that selects another alternative, which outweighs all other costs.
const OTHER_WORD: u32 = 1000;
const UNKNOWN: u32 = 2;
const REFUSED: u32 = 1;

/// The document around the place that is being edited.
#[derive(Clone, Copy)]
pub(crate) struct Evidence<'w> {
    pub(crate) workspace: &'w Workspace,
    /// Path of the document.
    pub(crate) path: &'w str,
    /// Start of the key that is being written, or whose value is; it is not counted as evidence.
    pub(crate) at: u32,
}

impl Evidence<'_> {
    /// Returns the possible types of the mapping `node` that fit best.
    pub(crate) fn best(
        self,
        all: Vec<PossibleCollection>,
        node: Node<'_>,
    ) -> Vec<PossibleCollection> {
        cheapest(all, |possible| match possible.collection.known() {
            Some(def) => 2 * self.cost(def, node) + u32::from(!self.has_needed_key(def, node)),
            None => 1,
        })
    }

    /// Returns the cost of the entries of `mapping` that do not fit `def`.
    pub(crate) fn cost(self, def: &'static TypeDef, mapping: Node<'_>) -> u32 {
        effective_entries(mapping)
            .into_iter()
            .map(|entry| self.cost_of_entry(def, entry))
            .sum()
    }

    /// Returns `true` if `entry` has a word that selects another alternative than `def`.
    pub(crate) fn names_another(self, def: &'static TypeDef, entry: Entry<'_>) -> bool {
        self.cost_of_entry(def, entry) >= OTHER_WORD
    }

    fn cost_of_entry(self, def: &'static TypeDef, entry: Entry<'_>) -> u32 {
        let name = key_text(entry).unwrap_or_default();
        if entry.key.range().start == self.at || entry.key.is_repaired() || is_template(name) {
            return 0;
        }
        let Some(field) = def.field(name).filter(|field| !field.private) else {
            return UNKNOWN;
        };
        let value = entry.value.resolved();
        if value.is_null() || value.range().touches(self.at) {
            return 0;
        }
        if let ValueShape::Const(word) = field.ty.shape {
            return if value.text() == Some(word) {
                0
            } else {
                OTHER_WORD
            };
        }
        if accepts_in(self.workspace, self.path, &field.ty, value) {
            return 0;
        }
        if enum_values(&field.ty).is_empty() {
            REFUSED
        } else {
            OTHER_WORD
        }
    }

    /// Returns `true` if one of the required keys of `def` exists: this decides between types with
    /// equal costs.
    fn has_needed_key(self, def: &TypeDef, mapping: Node<'_>) -> bool {
        let mut fields = mapping
            .entries()
            .filter(|entry| entry.key.range().start != self.at)
            .filter_map(|entry| def.field(key_text(entry)?));
        fields.any(|field| field.required && !ALTERNATIVE_KEYS.contains(&field.name))
    }
}

/// Returns those of `all` with the lowest cost.
pub(crate) fn cheapest<T>(all: Vec<T>, cost: impl Fn(&T) -> u32) -> Vec<T> {
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
