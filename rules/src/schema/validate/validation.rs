//! What a document turned out to be, and what in it is wrong.

use std::collections::HashSet;

use crate::schema::table::{Field, Type, TypeDef, ValueShape};
use crate::schema::union_members::{any_leaf, enum_values, files};
use crate::syntax::{Node, NodeId};

use super::isolated_node::Apart;
use super::problem::SchemaProblem;

/// What came out when a document was held against the type of its kind.
#[derive(Clone, Default, Debug)]
pub struct Judgement<'t> {
    /// The mistakes, by place.
    pub problems: Vec<SchemaProblem<'t>>,
    /// What each mapping with known keys turned out to be. These are in the order of the nodes.
    pub mappings: Vec<(NodeId, &'static TypeDef)>,
    /// The field of each known key.
    pub fields: Vec<(NodeId, &'static Field)>,
    /// What may stand in the place of each value: the type of the whole before those of its
    /// alternatives.
    pub values: Vec<(NodeId, &'static Type)>,
    /// Whether files or other documents had a say in what the mappings and values are.
    pub(crate) depends_on_others: bool,
    /// The mappings that mean the same wherever they stand.
    pub(crate) apart: Vec<Apart>,
    /// Mistakes that the client finds once it has loaded the file; they do not count when an
    /// alternative is chosen.
    pub(crate) after_load: Vec<SchemaProblem<'t>>,
}

impl<'t> Judgement<'t> {
    /// Nothing but this mistake.
    pub(crate) fn of(problem: SchemaProblem<'t>) -> Self {
        Self {
            problems: vec![problem],
            ..Self::default()
        }
    }

    /// Whether the client takes it.
    #[must_use]
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

    /// Puts what is known of each node in the order of the nodes, so that it is found fast: what is
    /// told first of a node stays before what is told later.
    pub(crate) fn sort(&mut self) {
        self.mappings.sort_by_key(|(id, _)| *id);
        self.fields.sort_by_key(|(id, _)| *id);
        self.values.sort_by_key(|(id, _)| *id);
        self.apart.sort_by_key(|part| part.node);
    }

    /// Adds mistakes, but none at a place where the client refuses something else already.
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

    /// Adds a mistake, unless the client refuses something else at the same place already.
    pub(crate) fn add_unless_refused(&mut self, problem: SchemaProblem<'t>) {
        let is_refused = self
            .problems
            .iter()
            .any(|other| other.refused && other.at == problem.at);
        if !is_refused {
            self.problems.push(problem);
        }
    }

    /// What the mapping `node` is; `None` for mappings with free keys.
    #[must_use]
    pub fn mapping_type(&self, node: Node<'t>) -> Option<&'static TypeDef> {
        last_of(&self.mappings, node.id())
    }

    /// The field of a key, or of the key that a value belongs to.
    #[must_use]
    pub fn field_of(&self, node: Node<'t>) -> Option<&'static Field> {
        let key = if node.is_key() { node } else { node.key()? };
        last_of(&self.fields, key.id())
    }

    /// What may stand in the place of a value.
    #[must_use]
    pub fn type_of(&self, node: Node<'t>) -> Option<&'static Type> {
        let from = self.values.partition_point(|(id, _)| *id < node.id());
        let (id, ty) = self.values.get(from)?;
        (*id == node.id()).then_some(*ty)
    }

    /// The alternative of a union that a value turned out to be.
    #[must_use]
    pub fn chosen_type(&self, node: Node<'t>) -> Option<&'static Type> {
        last_of(&self.values, node.id())
    }

    /// The words that may stand in the place of a value, `true` and `false` included.
    #[must_use]
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

    /// What local files may stand in the place of a value: documents of kinds such as
    /// `component/*`, "" for any file.
    #[must_use]
    pub fn files_for(&self, node: Node<'t>) -> Vec<&'static str> {
        self.type_of(node).map_or_else(Vec::new, files)
    }
}

/// Adds `others` to `all`; where it has none yet, nothing is copied.
fn append<T>(all: &mut Vec<T>, mut others: Vec<T>) {
    if all.is_empty() {
        *all = others;
    } else {
        all.append(&mut others);
    }
}

/// The last that is told of the node `id` in what is sorted by nodes.
fn last_of<T: Copy>(told: &[(NodeId, T)], id: NodeId) -> Option<T> {
    let behind = told.partition_point(|(other, _)| *other <= id);
    let (last, it) = told.get(behind.checked_sub(1)?)?;
    (*last == id).then_some(*it)
}
