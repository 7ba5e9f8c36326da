//! The data of a workspace. Nobody but [`super::Workspace`] looks into it, so that every look can
//! be recorded.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::index::Index;
use super::{Disk, OnDisk};
use crate::compute::ComputeDef;
use crate::date::Date;
use crate::document::Document;
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
