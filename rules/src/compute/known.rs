//! A compute with all its definitions.

use std::sync::Arc;

use super::{ComputeDef, ComputeKind, Origin};

/// Definitions of one compute in the first source that has any. Usually one; if several files
/// define the name (for example one per environment), only values on which they agree are known.
#[derive(Clone, Debug)]
pub struct KnownCompute {
    defs: Arc<[Arc<ComputeDef>]>,
    /// The first definition, and those that differ from it.
    different: Arc<[Arc<ComputeDef>]>,
}

impl KnownCompute {
    /// Creates the compute from its definitions, of which there is at least one.
    pub(crate) fn new(defs: Vec<Arc<ComputeDef>>) -> Self {
        let first = defs.first();
        let others = defs.iter().skip(1);
        let others = others.filter(|def| first.is_some_and(|first| !def.says_the_same_as(first)));
        Self {
            different: first.into_iter().chain(others).cloned().collect(),
            defs: defs.into(),
        }
    }

    fn agreed<T: PartialEq>(&self, field: impl Fn(&ComputeDef) -> Option<T>) -> Option<T> {
        let mut values = self.different.iter().map(|def| field(def));
        let first = values.next()??;
        values
            .all(|other| other.as_ref() == Some(&first))
            .then_some(first)
    }

    /// Returns `true` if all definitions have the same values.
    pub fn is_consistent(&self) -> bool {
        self.different.len() == 1
    }

    /// Its name as defined.
    pub fn name(&self) -> &str {
        &self.first().name
    }

    /// Returns the first definition.
    pub fn first(&self) -> &ComputeDef {
        self.defs
            .first()
            .expect("a known compute has a description")
    }

    /// Returns every definition.
    pub fn definitions(&self) -> &[Arc<ComputeDef>] {
        &self.defs
    }

    /// Returns the place of the first definition.
    pub fn origin(&self) -> &Origin {
        &self.first().origin
    }

    /// Its kind.
    pub fn kind(&self) -> Option<ComputeKind> {
        self.agreed(|def| def.kind)
    }

    /// Its VM size as written. The letter case doesn't count.
    pub fn size(&self) -> Option<String> {
        let first = self.first().size.as_ref()?;
        let mut sizes = self.different.iter().map(|def| def.size.as_ref());
        let is_same = |size: &String| size.eq_ignore_ascii_case(first);
        sizes
            .all(|size| size.is_some_and(is_same))
            .then(|| first.clone())
    }

    /// Minimum number of nodes.
    pub fn min_nodes(&self) -> Option<i64> {
        self.agreed(|def| def.min_nodes)
    }

    /// Maximum number of nodes: one for single-node kinds, `max_instances` for clusters.
    pub fn max_nodes(&self) -> Option<i64> {
        match self.kind() {
            Some(kind) if kind.is_single_node() => Some(1),
            Some(ComputeKind::Cluster) => self.agreed(|def| def.max_nodes),
            _ => None,
        }
    }
}
