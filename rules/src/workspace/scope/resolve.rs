//! Which compute a `compute` value means. The first source that knows the name wins: the words
//! `local` and `serverless`, compute YAML in the scope of the file, `computes:` in `azml.yaml`, an
//! inventory file, infrastructure code in the scope of the file.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::compute::{ComputeDef, ComputeRef, KnownCompute};
use crate::settings::Settings;
use crate::syntax::{Node, known_text};
use crate::workspace::Workspace;
use crate::workspace::input::Input;

/// The meaning of a `compute` value.
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
    /// An expression, a placeholder, a resource id, or no text at all.
    Unknowable,
}

impl Workspace {
    /// Resolves the `compute` value `node` of the file at `path`.
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
    pub fn compute_named(&self, path: &str, name: &str) -> Option<KnownCompute> {
        let key = name.to_ascii_lowercase();
        self.note(|| Input::Compute(key.as_str().into(), path.into()));
        let defs = self.store.compute(path, &key);
        if !defs.is_empty() {
            return Some(KnownCompute::new(defs));
        }
        let settings = self.settings(path);
        let mut sources = sources(&settings).into_iter();
        let configured = sources.find_map(|source| {
            let named = source.filter(|def| def.name.eq_ignore_ascii_case(name));
            let defs: Vec<_> = named.cloned().collect();
            (!defs.is_empty()).then(|| KnownCompute::new(defs))
        });
        configured.or_else(|| {
            let defs = self.store.compute_in_code(path, &key);
            (!defs.is_empty()).then(|| KnownCompute::new(defs))
        })
    }

    /// The name of a compute in infrastructure code for which `name` may be a misspelling in the file at
    /// `path`.
    pub(crate) fn near_compute_in_code(&self, path: &str, name: &str) -> Option<String> {
        self.note(|| Input::NearInCode(name.into(), path.into()));
        self.store.near_compute_in_code(path, name)
    }

    /// The computes of infrastructure code in the scope of the file at `path` that no other source
    /// defines, by lower-case name.
    pub(in crate::workspace) fn known_in_code(
        &self,
        path: &str,
        settings: &Settings,
    ) -> BTreeMap<String, KnownCompute> {
        let mut code = self.store.computes_in_code(path);
        if !code.is_empty() {
            let yaml = self.store.computes(path);
            code.retain(|name, _| !yaml.contains_key(name));
            for def in settings.known_computes() {
                code.remove(&def.name.to_ascii_lowercase());
            }
        }
        let known = code.into_iter();
        known
            .map(|(name, defs)| (name, KnownCompute::new(defs)))
            .collect()
    }

    /// Every compute that the file at `path` can name, by name.
    pub fn known_computes(&self, path: &str) -> Vec<KnownCompute> {
        self.note(|| Input::Computes(path.into()));
        let mut known = self.store.computes(path);
        let settings = self.settings(path);
        for source in sources(&settings) {
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
        for (name, defs) in self.store.computes_in_code(path) {
            known.entry(name).or_insert(defs);
        }
        known.into_values().map(KnownCompute::new).collect()
    }
}

/// Returns the computes of the settings, the source with precedence first.
fn sources(settings: &Settings) -> [Box<dyn Iterator<Item = &Arc<ComputeDef>> + '_>; 2] {
    let inventories = settings
        .inventories
        .iter()
        .flat_map(|inventory| inventory.computes.iter());
    [Box::new(settings.computes.iter()), Box::new(inventories)]
}
