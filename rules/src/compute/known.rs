//! A compute that is described somewhere, once or several times.

use std::sync::Arc;

use super::{ComputeDef, ComputeKind, Origin};

/// The descriptions of one compute in the first source that has any. Usually one; where several
/// files define the name (say, one for each environment) only what they agree on is known.
#[derive(Clone, Debug)]
pub struct KnownCompute {
    defs: Arc<[Arc<ComputeDef>]>,
    /// The first description, and those that say something else.
    different: Arc<[Arc<ComputeDef>]>,
}

impl KnownCompute {
    /// The compute with these descriptions, of which there is at least one.
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

    /// Its name as defined.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.first().name
    }

    /// The first description.
    #[must_use]
    pub fn first(&self) -> &ComputeDef {
        self.defs
            .first()
            .expect("a known compute has a description")
    }

    /// Every description.
    #[must_use]
    pub fn definitions(&self) -> &[Arc<ComputeDef>] {
        &self.defs
    }

    /// Where it is described first.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.first().origin
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> Option<ComputeKind> {
        self.agreed(|def| def.kind)
    }

    /// Its VM size as written.
    #[must_use]
    pub fn size(&self) -> Option<String> {
        self.agreed(|def| def.size.clone())
    }

    /// Nodes kept running.
    #[must_use]
    pub fn min_nodes(&self) -> Option<i64> {
        self.agreed(|def| def.min_nodes)
    }

    /// Most nodes it can have: one for single-node kinds, `max_instances` for clusters.
    #[must_use]
    pub fn max_nodes(&self) -> Option<i64> {
        match self.kind() {
            Some(kind) if kind.is_single_node() => Some(1),
            Some(ComputeKind::Cluster) => self.agreed(|def| def.max_nodes),
            _ => None,
        }
    }
}
