//! The definitions that a file can mean, as the scope of the file has them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Scope;
use crate::compute::ComputeDef;
use crate::document::{Document, Resource};
use crate::similar::closest;
use crate::work_counter;
use crate::workspace::store::Store;

impl Store {
    /// Returns the definitions in files of the compute with this lower-case name that the file at `from`
    /// sees.
    pub(in crate::workspace) fn compute(&self, from: &str, name: &str) -> Vec<Arc<ComputeDef>> {
        let defs = self.computes.get(name).map_or(&[][..], Vec::as_slice);
        let found = self
            .scope(from, Resource::Compute)
            .closest(defs.iter().collect(), |def| &def.origin.path);
        found.into_iter().cloned().collect()
    }

    /// Returns the definitions in files of every compute that the file at `from` sees, by lower-case
    /// name.
    pub(in crate::workspace) fn computes(
        &self,
        from: &str,
    ) -> BTreeMap<String, Vec<Arc<ComputeDef>>> {
        let scope = self.scope(from, Resource::Compute);
        let mut found = BTreeMap::new();
        for (name, defs) in &self.computes {
            work_counter::spend(1);
            let seen = scope.closest(defs.iter().collect(), |def| &def.origin.path);
            if !seen.is_empty() {
                found.insert(name.clone(), seen.into_iter().cloned().collect());
            }
        }
        found
    }

    /// Returns the definitions in infrastructure code of the compute with this lower-case name that the
    /// file at `from` sees.
    pub(in crate::workspace) fn compute_in_code(
        &self,
        from: &str,
        name: &str,
    ) -> Vec<Arc<ComputeDef>> {
        let Some(defs) = self.infrastructure.computes(self.style).get(name) else {
            return Vec::new();
        };
        let scope = self.scope(from, Resource::Compute);
        let seen = scope.closest(defs.iter().collect(), |def| &def.origin.path);
        seen.into_iter().cloned().collect()
    }

    /// Returns the definitions in infrastructure code of every compute that the file at `from` sees, by
    /// lower-case name.
    pub(in crate::workspace) fn computes_in_code(
        &self,
        from: &str,
    ) -> BTreeMap<String, Vec<Arc<ComputeDef>>> {
        let scope = self.scope(from, Resource::Compute);
        let mut found = BTreeMap::new();
        for (name, defs) in self.infrastructure.computes(self.style) {
            work_counter::spend(1);
            let seen = scope.closest(defs.iter().collect(), |def| &def.origin.path);
            if !seen.is_empty() {
                found.insert(name.clone(), seen.into_iter().cloned().collect());
            }
        }
        found
    }

    /// Returns the name of a compute in infrastructure code that `name` may be a slip of, as the file at
    /// `from` sees it.
    pub(in crate::workspace) fn near_compute_in_code(
        &self,
        from: &str,
        name: &str,
    ) -> Option<String> {
        let seen = self.computes_in_code(from);
        let names = seen.values().flatten().map(|def| def.name.as_str());
        closest(name, names).map(str::to_owned)
    }

    /// Returns `true` if a file with this `scope` means `def` by its name.
    pub(in crate::workspace) fn sees<'s>(
        &'s self,
        scope: &Scope<'s>,
        def: &Arc<ComputeDef>,
    ) -> bool {
        let defs = self.computes.get(&def.name.to_ascii_lowercase());
        let same: Vec<&'s Arc<ComputeDef>> = defs.into_iter().flatten().collect();
        let closest = scope.closest(same, |def| &def.origin.path);
        closest.into_iter().any(|other| Arc::ptr_eq(other, def))
    }

    /// The files that describe such a resource and that the file at `from` sees, in order.
    pub(in crate::workspace) fn members(
        &self,
        from: &str,
        resource: Resource,
    ) -> Vec<&Arc<Document>> {
        let scope = self.scope(from, resource);
        let members = self.index.get(resource).into_iter();
        let paths = members.flat_map(|members| members.paths());
        let seen = paths.filter(|path| scope.is_everything() || scope.distance(path).is_some());
        seen.filter_map(|path| self.documents.get(path)).collect()
    }

    /// Those of [`Self::members`] that define `name`, the closest ones.
    pub(in crate::workspace) fn named(
        &self,
        from: &str,
        resource: Resource,
        name: &str,
    ) -> Vec<&Arc<Document>> {
        let members = self.index.get(resource);
        let paths = members.map_or(&[][..], |members| members.named(name));
        let scope = self.scope(from, resource);
        let seen = scope.closest(paths.iter().collect(), |path| path);
        seen.into_iter()
            .filter_map(|path| self.documents.get(path))
            .collect()
    }

    /// The name of such a resource that `name` may be a slip of, as the file at `from` sees it;
    /// none where it sees `name` itself.
    pub(in crate::workspace) fn near(
        &self,
        from: &str,
        resource: Resource,
        name: &str,
    ) -> Option<&str> {
        let members = self.index.get(resource)?;
        let scope = self.scope(from, resource);
        if scope.is_everything() {
            return members.near(name, |_| true);
        }
        members.near(name, |path| scope.distance(path).is_some())
    }
}
