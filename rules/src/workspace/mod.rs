//! What the other files say: every document of a folder, its settings, and the computes that any of them defines.

mod assets;
mod dependents;
mod disk;
mod inventory;
mod reference;
mod resolve;
pub mod symbols;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use disk::{Disk, OnDisk};
pub use inventory::{Inventory, InventoryProblem};
pub use reference::ComputeRef;
pub use resolve::{KnownCompute, Resolution};

use crate::compute::{ComputeDef, OriginKind};
use crate::date::Date;
use crate::document::{Document, Kind, known_text};
use crate::settings::Settings;

/// The documents of a workspace folder with their settings. Cheap to clone: a clone is a snapshot.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    documents: BTreeMap<Arc<str>, Arc<Document>>,
    /// By lower-case name: resource names in Azure ignore the letter case.
    computes: BTreeMap<String, Vec<Arc<ComputeDef>>>,
    /// By folder, with `/`, without a final one; the root is "".
    settings: BTreeMap<String, Arc<Settings>>,
    today: Option<Date>,
    disk: Option<Arc<dyn Disk>>,
}

impl Workspace {
    /// Sets today's date, against which retirements are held; where it is not set, no rule speaks of them.
    pub fn set_today(&mut self, today: Date) {
        self.today = Some(today);
    }

    /// Today's date.
    #[must_use]
    pub fn today(&self) -> Option<Date> {
        self.today
    }

    /// Lets rules ask what stands on the disk; without, no rule speaks of files that are missing.
    pub fn set_disk(&mut self, disk: Arc<dyn Disk>) {
        self.disk = Some(disk);
    }

    /// What stands where the file at `from` names `path`; `None` where nobody can tell.
    #[must_use]
    pub fn on_disk(&self, from: &str, path: &str) -> Option<OnDisk> {
        let full = if path.starts_with('/') { path.to_owned() } else { join(from, path)? };
        if self.documents.contains_key(full.as_str()) {
            return Some(OnDisk::File);
        }
        self.disk.as_ref()?.at(&full)
    }

    /// Adds or replaces the document at its path.
    pub fn insert(&mut self, document: Document) {
        self.remove(document.path());
        if let Some(def) = compute_of(&document) {
            self.computes.entry(def.name.to_ascii_lowercase()).or_default().push(Arc::new(def));
        }
        self.documents.insert(document.shared_path(), Arc::new(document));
    }

    /// Forgets the document at `path`.
    pub fn remove(&mut self, path: &str) {
        if self.documents.remove(path).is_some_and(|old| old.kind().is_some_and(crate::document::Kind::is_compute)) {
            self.computes.retain(|_, defs| {
                defs.retain(|def| &*def.origin.path != path);
                !defs.is_empty()
            });
        }
    }

    /// The document at `path`.
    #[must_use]
    pub fn document(&self, path: &str) -> Option<&Arc<Document>> {
        self.documents.get(path)
    }

    /// All documents by path.
    pub fn documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.documents.values()
    }

    /// Sets what holds for `folder` and the folders below it that have no settings of their own.
    pub fn set_settings(&mut self, folder: &str, settings: Settings) {
        self.settings.insert(folder.trim_end_matches('/').to_owned(), Arc::new(settings));
    }

    /// Forgets the settings of every folder.
    pub fn clear_settings(&mut self) {
        self.settings.clear();
    }

    /// The settings that hold for the file at `path`: those of the closest folder upwards.
    #[must_use]
    pub fn settings(&self, path: &str) -> Arc<Settings> {
        let mut folder = path;
        while !folder.is_empty() {
            folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
            if let Some(settings) = self.settings.get(folder) {
                return settings.clone();
            }
        }
        self.settings.get("").cloned().unwrap_or_default()
    }

    /// The document that `reference` names in the file at `from`: a relative path, also with `file:` before it.
    #[must_use]
    pub fn referenced(&self, from: &str, reference: &str) -> Option<&Arc<Document>> {
        self.document(&join(from, reference.strip_prefix("file:").unwrap_or(reference))?)
    }

    /// The job file that names its job `name`; `None` where none or several do.
    #[must_use]
    pub fn job_named(&self, name: &str) -> Option<&Arc<Document>> {
        let is_it = |document: &&Arc<Document>| {
            document.kind().is_some_and(Kind::is_job) && document.get("name").and_then(known_text) == Some(name)
        };
        let mut found = self.documents.values().filter(is_it);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Every compute that a file at `path` can name, those of YAML files first; a name may come more than once.
    #[must_use]
    pub fn computes(&self, path: &str) -> Vec<Arc<ComputeDef>> {
        let settings = self.settings(path);
        let yaml = self.computes.values().flatten().cloned();
        let inventory = settings.inventories.iter().flat_map(|inventory| inventory.computes.iter().cloned());
        yaml.chain(settings.computes.iter().cloned()).chain(inventory).collect()
    }
}

/// The compute that a document defines.
#[must_use]
pub fn compute_of(document: &Document) -> Option<ComputeDef> {
    document.kind().filter(|kind| kind.is_compute())?;
    ComputeDef::read(document.root()?, None, &document.shared_path(), OriginKind::Yaml)
}

/// Whether `word` is in `text`, letter case aside.
fn is_in(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let Some(first) = word.first() else { return true };
    let starts = |at: &usize| text[*at].eq_ignore_ascii_case(first);
    let last = text.len().saturating_sub(word.len() - 1);
    (0..last).filter(starts).any(|at| text[at..at + word.len()].eq_ignore_ascii_case(word))
}

/// `reference` relative to the folder of `from`, with `.` and `..` resolved; `None` where it leaves the top.
fn join(from: &str, reference: &str) -> Option<String> {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let absolute = folder.starts_with('/');
    let reference = reference.replace('\\', "/");
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    for part in reference.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(format!("{}{}", if absolute { "/" } else { "" }, parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_relative_paths() {
        assert_eq!(join("a/b/c.yml", "./d.yml").as_deref(), Some("a/b/d.yml"));
        assert_eq!(join("a/b/c.yml", "../d.yml").as_deref(), Some("a/d.yml"));
        assert_eq!(join("/a/c.yml", r".\x\d.yml").as_deref(), Some("/a/x/d.yml"));
        assert_eq!(join("c.yml", "../d.yml"), None);
    }

    #[test]
    fn the_closest_settings_win() {
        let mut workspace = Workspace::default();
        let of = |path: &str| Settings { path: Some(path.into()), ..Settings::default() };
        workspace.set_settings("", of("azml.yaml"));
        workspace.set_settings("a/b", of("a/b/azml.yaml"));
        assert_eq!(workspace.settings("a/b/c/x.yml").path.as_deref(), Some("a/b/azml.yaml"));
        assert_eq!(workspace.settings("a/x.yml").path.as_deref(), Some("azml.yaml"));
    }
}
