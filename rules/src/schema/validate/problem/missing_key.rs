//! Missing keys: the place to mark, and unknown keys that are misspellings of them.

use crate::schema::table::{Field, TypeDef};
use crate::similar::closest;
use crate::syntax::{Entry, Node};

use super::{SchemaFault, SchemaProblem};
use crate::schema::validate::validation::Judgement;

/// Creates the problem of a mapping without the key `name`.
pub(crate) fn missing_key<'t>(
    owner: &'static TypeDef,
    name: &'static str,
    mapping: Node<'t>,
) -> SchemaProblem<'t> {
    let fault = SchemaFault::MissingKey {
        owner,
        name,
        mapping,
    };
    SchemaProblem::refused(mark_for_missing(owner, name, mapping), fault)
}

/// Merges the problems of a missing key and of an unknown key that is a misspelling of it.
pub(crate) fn blame_misspelled_key<'t>(
    judgement: &mut Judgement<'t>,
    mapping: Node<'t>,
    field: &'static Field,
) -> bool {
    let unknown = judgement.problems.iter_mut().find(|problem| {
        let is_unknown = matches!(
            problem.fault,
            SchemaFault::UnknownKey { mapping: its, meant: None, .. } if its == mapping
        );
        let is_close = |text: &str| closest(text, [field.name]).is_some();
        is_unknown && problem.at.text().is_some_and(is_close)
    });
    let Some(problem) = unknown else { return false };
    problem.refused = true;
    if let SchemaFault::UnknownKey { meant, .. } = &mut problem.fault {
        *meant = Some(field);
    }
    true
}

/// Returns the node to mark if `mapping` lacks the key `name`: the key of the mapping; at the top
/// and in a long mapping, the key before which the missing one is usually written.
pub fn mark_for_missing<'t>(owner: &TypeDef, name: &str, mapping: Node<'t>) -> Node<'t> {
    let is_short = mapping.raw().lines().nth(1).is_none();
    mapping
        .key()
        .filter(|_| is_short)
        .or_else(|| key_behind_gap(owner, name, mapping))
        .unwrap_or(mapping)
}

/// Returns the key after the usual position of `name`: the gap with the fewest keys on the wrong
/// side, the last of equally good ones. At the end, this is the last key.
fn key_behind_gap<'t>(owner: &TypeDef, name: &str, mapping: Node<'t>) -> Option<Node<'t>> {
    let rank = |key: &str| owner.fields.iter().position(|field| field.name == key);
    let own = rank(name).unwrap_or(0);
    let entries: Vec<Entry<'t>> = mapping.entries().collect();
    let ranks: Vec<Option<usize>> = entries
        .iter()
        .map(|entry| entry.key.text().and_then(rank))
        .collect();
    let schema_first = entries
        .first()
        .is_some_and(|entry| entry.key.text() == Some("$schema"));
    let gap = best_gap(&ranks, usize::from(schema_first), own);
    entries.get(gap).or(entries.last()).map(|entry| entry.key)
}

/// Returns the last gap from `from` on with the fewest keys on the wrong side, compared to the
/// usual order.
fn best_gap(ranks: &[Option<usize>], from: usize, own: usize) -> usize {
    let mut wrong = ranks.iter().flatten().filter(|rank| **rank < own).count();
    let mut best = (usize::MAX, from);
    for gap in 0..=ranks.len() {
        if gap >= from && wrong <= best.0 {
            best = (wrong, gap);
        }
        match ranks.get(gap).copied().flatten() {
            Some(rank) if rank > own => wrong += 1,
            Some(rank) if rank < own => wrong -= 1,
            _ => {}
        }
    }
    best.1
}
