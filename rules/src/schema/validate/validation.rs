//! The result of validation: the types of nodes, and the problems.

use std::collections::HashSet;

use crate::schema::table::{Field, Type, TypeDef, ValueShape};
use crate::schema::union_members::{any_leaf, enum_values, files};
use crate::syntax::{Node, NodeId};

use super::isolated_node::Apart;
use super::problem::SchemaProblem;

/// Result of validating a document against the type of its kind.
#[derive(Clone, Default, Debug)]
pub struct Judgement<'t> {
    /// The problems, in the order of the file.
    pub problems: Vec<SchemaProblem<'t>>,
    /// Types of the mappings with known keys, in the order of the nodes.
    pub mappings: Vec<(NodeId, &'static TypeDef)>,
    /// The field of each known key.
    pub fields: Vec<(NodeId, &'static Field)>,
    /// Expected types of the values: the type of the whole before those of its alternatives.
    pub values: Vec<(NodeId, &'static Type)>,
    /// `true` if files or other documents had an effect on the types of mappings and values.
    pub(crate) depends_on_others: bool,
    /// Mappings whose result does not depend on the rest of the document.
    pub(crate) apart: Vec<Apart>,
    /// Problems that the client finds after it has loaded the file; they are ignored in the
    /// selection of an alternative.
    pub(crate) after_load: Vec<SchemaProblem<'t>>,
}

impl<'t> Judgement<'t> {
    /// Creates a result with one problem.
    pub(crate) fn of(problem: SchemaProblem<'t>) -> Self {
        Self {
            problems: vec![problem],
            ..Self::default()
        }
    }

    /// Returns `true` if the client accepts it.
    pub fn is_accepted(&self) -> bool {
        !self.problems.iter().any(|problem| problem.refused)
    }

    pub(crate) fn add(&mut self, other: Self) {
        append(&mut self.problems, other.problems);
        append(&mut self.mappings, other.mappings);
        append(&mut self.fields, other.fields);
        append(&mut self.values, other.values);
        append(&mut self.apart, other.apart);
        append(&mut self.after_load, other.after_load);
    }

    /// Sorts the entries by node for binary search. The sort is stable: of entries for the same
    /// node, the first stays first.
    pub(crate) fn sort(&mut self) {
        self.mappings.sort_by_key(|(id, _)| *id);
        self.fields.sort_by_key(|(id, _)| *id);
        self.values.sort_by_key(|(id, _)| *id);
        self.apart.sort_by_key(|part| part.node);
    }

    /// Adds problems, except at places with another problem for which the client rejects the file.
    pub(crate) fn add_all_unless_refused(&mut self, problems: Vec<SchemaProblem<'t>>) {
        let own = self.problems.iter().filter(|problem| problem.refused);
        let mut refused: HashSet<NodeId> = own.map(|problem| problem.at.id()).collect();
        for problem in problems {
            let id = problem.at.id();
            if !refused.contains(&id) {
                refused.extend(problem.refused.then_some(id));
                self.problems.push(problem);
            }
        }
    }

    /// Adds a problem, unless the client already rejects the file because of another at the same place.
    pub(crate) fn add_unless_refused(&mut self, problem: SchemaProblem<'t>) {
        let is_refused = self
            .problems
            .iter()
            .any(|other| other.refused && other.at == problem.at);
        if !is_refused {
            self.problems.push(problem);
        }
    }

    /// Returns the type of the mapping `node`; `None` for mappings with free keys.
    pub fn mapping_type(&self, node: Node<'t>) -> Option<&'static TypeDef> {
        last_of(&self.mappings, node.id())
    }

    /// Returns the field of a key, or of the key that a value belongs to.
    pub fn field_of(&self, node: Node<'t>) -> Option<&'static Field> {
        let key = if node.is_key() { node } else { node.key()? };
        last_of(&self.fields, key.id())
    }

    /// Returns the expected type of a value.
    pub fn type_of(&self, node: Node<'t>) -> Option<&'static Type> {
        let from = self.values.partition_point(|(id, _)| *id < node.id());
        let (id, ty) = self.values.get(from)?;
        (*id == node.id()).then_some(*ty)
    }

    /// Returns the selected alternative of a union.
    pub fn chosen_type(&self, node: Node<'t>) -> Option<&'static Type> {
        last_of(&self.values, node.id())
    }

    /// Returns the words allowed for a value, including `true` and `false`.
    pub fn words_for(&self, node: Node<'t>) -> Vec<&'static str> {
        let Some(ty) = self.type_of(node) else {
            return Vec::new();
        };
        let mut words = enum_values(ty);
        if any_leaf(ty, |leaf| matches!(leaf.shape, ValueShape::Bool)) {
            words.extend(["true", "false"]);
        }
        words
    }

    /// Returns the local files allowed for a value: documents of kinds such as `component/*`, ""
    /// for any file.
    pub fn files_for(&self, node: Node<'t>) -> Vec<&'static str> {
        self.type_of(node).map_or_else(Vec::new, files)
    }
}

/// Appends `others` to `all`; an empty `all` is replaced without copying.
fn append<T>(all: &mut Vec<T>, mut others: Vec<T>) {
    if all.is_empty() {
        *all = others;
    } else {
        all.append(&mut others);
    }
}

/// Returns the last entry of the node `id` in a list sorted by nodes.
fn last_of<T: Copy>(sorted: &[(NodeId, T)], id: NodeId) -> Option<T> {
    let behind = sorted.partition_point(|(other, _)| *other <= id);
    let (last, it) = sorted.get(behind.checked_sub(1)?)?;
    (*last == id).then_some(*it)
}
