//! The data of a workspace. Nobody but [`super::Workspace`] looks into it, so that every look can
//! be recorded.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::index::Index;
use super::projects::Projects;
use super::{Disk, OnDisk};
use crate::compute::ComputeDef;
use crate::date::Date;
use crate::document::{Document, Resource};
use crate::settings::Settings;

/// What stands in a folder.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    pub(super) documents: BTreeMap<Arc<str>, Arc<Document>>,
    /// By lower-case name (resource names in Azure ignore the letter case), each in the order of
    /// its files.
    pub(super) computes: BTreeMap<String, Vec<Arc<ComputeDef>>>,
    pub(super) index: Index,
    /// By folder, with `/`, without a final one; the root is "".
    pub(super) settings: BTreeMap<String, Arc<Settings>>,
    /// The folders that have settings of their own.
    pub(super) projects: Arc<Projects>,
    pub(super) today: Option<Date>,
    pub(super) disk: Option<Arc<dyn Disk>>,
    /// The editor wants no schema checks, whatever the settings of folders say.
    pub(super) no_schema_checks: bool,
}

impl Store {
    pub(super) fn insert(&mut self, document: Arc<Document>) {
        self.remove(document.path());
        if let Some(def) = ComputeDef::of_document(&document) {
            let defs = self
                .computes
                .entry(def.name.to_ascii_lowercase())
                .or_default();
            let at = defs.partition_point(|other| other.origin.path < def.origin.path);
            defs.insert(at, Arc::new(def));
        }
        self.index.insert(&document);
        self.documents.insert(document.shared_path(), document);
    }

    pub(super) fn remove(&mut self, path: &str) {
        let Some(old) = self.documents.remove(path) else {
            return;
        };
        self.index.remove(&old);
        let Some(name) = ComputeDef::of_document(&old).map(|def| def.name.to_ascii_lowercase())
        else {
            return;
        };
        if let Some(defs) = self.computes.get_mut(&name) {
            defs.retain(|def| &*def.origin.path != path);
            if defs.is_empty() {
                self.computes.remove(&name);
            }
        }
    }

    pub(super) fn set_settings(&mut self, folder: &str, settings: Settings) {
        Arc::make_mut(&mut self.projects).insert(&settings);
        self.settings
            .insert(folder.trim_end_matches('/').to_owned(), Arc::new(settings));
    }

    pub(super) fn clear_settings(&mut self) {
        self.settings.clear();
        Arc::make_mut(&mut self.projects).clear();
    }

    /// What files say of the compute with this lower-case name, as the file at `from` sees it.
    pub(super) fn compute(&self, from: &str, name: &str) -> Vec<Arc<ComputeDef>> {
        let defs = self.computes.get(name).map_or(&[][..], Vec::as_slice);
        let found = self
            .scope(from, Resource::Compute)
            .closest(defs.iter().collect(), |def| &def.origin.path);
        found.into_iter().cloned().collect()
    }

    /// What files say of every compute that the file at `from` sees, by lower-case name.
    pub(super) fn computes(&self, from: &str) -> BTreeMap<String, Vec<Arc<ComputeDef>>> {
        let scope = self.scope(from, Resource::Compute);
        let mut found = BTreeMap::new();
        for (name, defs) in &self.computes {
            let seen = scope.closest(defs.iter().collect(), |def| &def.origin.path);
            if !seen.is_empty() {
                found.insert(name.clone(), seen.into_iter().cloned().collect());
            }
        }
        found
    }

    /// The files that describe such a resource and that the file at `from` sees, in order.
    pub(super) fn members(&self, from: &str, resource: Resource) -> Vec<&Arc<Document>> {
        let scope = self.scope(from, resource);
        let members = self.index.get(resource).into_iter();
        let paths = members.flat_map(|members| members.paths());
        let seen = paths.filter(|path| scope.is_everything() || scope.distance(path).is_some());
        seen.filter_map(|path| self.documents.get(path)).collect()
    }

    /// Those of [`Self::members`] that define `name`, the closest ones.
    pub(super) fn named(&self, from: &str, resource: Resource, name: &str) -> Vec<&Arc<Document>> {
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
    pub(super) fn near(&self, from: &str, resource: Resource, name: &str) -> Option<&str> {
        let members = self.index.get(resource)?;
        let scope = self.scope(from, resource);
        if scope.is_everything() {
            return members.near(name, |_| true);
        }
        members.near(name, |path| scope.distance(path).is_some())
    }

    pub(super) fn settings(&self, path: &str) -> Arc<Settings> {
        let mut folder = path;
        while !folder.is_empty() {
            folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
            if let Some(settings) = self.settings.get(folder) {
                return settings.clone();
            }
        }
        self.settings.get("").cloned().unwrap_or_default()
    }

    /// What stands at a full path.
    pub(super) fn at(&self, path: &str) -> Option<OnDisk> {
        if self.documents.contains_key(path) {
            return Some(OnDisk::File);
        }
        self.disk.as_ref()?.at(path)
    }
}
