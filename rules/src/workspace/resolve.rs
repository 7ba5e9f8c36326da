//! Which compute a `compute` value means. The first source that knows the name wins: the words `local` and `serverless`,
//! compute YAML in the folder, `computes:` in `azml.yaml`, an inventory file.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::reads::Question;
use super::{ComputeRef, Workspace};
use crate::compute::{ComputeDef, ComputeKind, Origin};
use crate::document::known_text;
use crate::settings::Settings;
use crate::syntax::Node;

/// What a `compute` value turned out to be.
#[derive(Clone, Debug)]
pub enum Resolution<'t> {
    /// The machine that submits.
    Local,
    /// Serverless compute.
    Serverless,
    /// A compute that is described somewhere.
    Known(KnownCompute),
    /// A name that nothing describes.
    Unknown(&'t str),
    /// An expression, a placeholder, a resource id, or no text at all: nobody can know.
    Unknowable,
}

/// The descriptions of one compute in the first source that has any. Usually one; where several files define the name
/// (say, one for each environment) only what they agree on is known.
#[derive(Clone, Debug)]
pub struct KnownCompute {
    defs: Vec<Arc<ComputeDef>>,
}

impl KnownCompute {
    fn agreed<T: PartialEq>(&self, field: impl Fn(&ComputeDef) -> Option<T>) -> Option<T> {
        let mut values = self.defs.iter().map(|def| field(def));
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

impl Workspace {
    /// Resolves the `compute` value `node` of the file at `path`.
    #[must_use]
    pub fn resolve_compute<'t>(&self, path: &str, node: Node<'t>) -> Resolution<'t> {
        let Some(text) = known_text(node).filter(|text| !text.trim().is_empty()) else {
            return Resolution::Unknowable;
        };
        match ComputeRef::parse(text) {
            ComputeRef::Local => Resolution::Local,
            ComputeRef::Serverless => Resolution::Serverless,
            ComputeRef::ResourceId => Resolution::Unknowable,
            ComputeRef::Name(name) => self
                .compute_named(path, name)
                .map_or(Resolution::Unknown(name), Resolution::Known),
        }
    }

    /// The compute called `name` as the file at `path` sees it.
    #[must_use]
    pub fn compute_named(&self, path: &str, name: &str) -> Option<KnownCompute> {
        let key = name.to_ascii_lowercase();
        self.note(|| Question::Compute(key.as_str().into()));
        if let Some(defs) = self.store.computes.get(&key) {
            return Some(KnownCompute { defs: defs.clone() });
        }
        let settings = self.settings(path);
        let mut sources = sources(&settings).into_iter();
        sources.find_map(|source| {
            let named = source.filter(|def| def.name.eq_ignore_ascii_case(name));
            let defs: Vec<_> = named.cloned().collect();
            (!defs.is_empty()).then_some(KnownCompute { defs })
        })
    }

    /// Every compute that the file at `path` can name, by name.
    #[must_use]
    pub fn known_computes(&self, path: &str) -> Vec<KnownCompute> {
        self.note(|| Question::Computes);
        let mut known = self.store.computes.clone();
        for source in sources(&self.settings(path)) {
            let mut named: BTreeMap<String, Vec<Arc<ComputeDef>>> = BTreeMap::new();
            for def in source {
                named
                    .entry(def.name.to_ascii_lowercase())
                    .or_default()
                    .push(def.clone());
            }
            for (name, defs) in named {
                known.entry(name).or_insert(defs);
            }
        }
        known
            .into_values()
            .map(|defs| KnownCompute { defs })
            .collect()
    }
}

/// What settings know of computes, the source that counts first.
fn sources(settings: &Settings) -> [Box<dyn Iterator<Item = &Arc<ComputeDef>> + '_>; 2] {
    let inventories = settings
        .inventories
        .iter()
        .flat_map(|inventory| &inventory.computes);
    [Box::new(settings.computes.iter()), Box::new(inventories)]
}
