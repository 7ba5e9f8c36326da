//! What the other files say: every document of a folder, its settings, and the computes that any of
//! them defines.
//!
//! Start at [`Workspace`]. `store` is what it holds, `index` finds documents by what they describe,
//! `scope` says which of them a file can mean, `resolve` which compute a value means, `reads` notes
//! what was asked, `disk` is what rules may know of the disk.
//!
//! What must stay true: everything that reads the store notes its question first; a clone is a
//! snapshot that later changes do not reach.

mod disk;
mod index;
mod projects;
mod reads;
mod resolve;
mod scope;
mod store;

use std::sync::Arc;

pub use disk::{Disk, Listed, OnDisk};
pub use reads::Reads;
pub use resolve::Resolution;

use self::reads::{Question, Recorder};
pub(crate) use self::scope::Scope;
use self::store::Store;
use crate::compute::ComputeDef;
use crate::date::Date;
use crate::document::{Document, Resource};
use crate::settings::{SchemaChecks, Settings};

/// The documents of a workspace folder with their settings. Cheap to clone: a clone is a snapshot.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    store: Arc<Store>,
    recorder: Option<Arc<Recorder>>,
}

impl Workspace {
    /// The same workspace, which notes from now on what it is asked.
    pub(crate) fn recording(&self) -> Self {
        Self {
            store: self.store.clone(),
            recorder: Some(Arc::default()),
        }
    }

    /// What was asked since [`Self::recording`].
    pub(crate) fn reads(&self) -> Reads {
        self.recorder
            .as_ref()
            .map(|recorder| recorder.reads())
            .unwrap_or_default()
    }

    /// Everything that reads the store says so here first.
    fn note(&self, question: impl FnOnce() -> Question) {
        if let Some(recorder) = &self.recorder {
            recorder.note(question(), &self.store);
        }
    }

    /// Whether it would say again what `reads` noted, as far as can be told without the disk.
    #[must_use]
    pub fn confirms(&self, reads: &Reads) -> bool {
        reads.hold(&self.store)
    }

    /// Whether the disk would say again what `reads` noted.
    #[must_use]
    pub fn disk_confirms(&self, reads: &Reads) -> bool {
        reads.hold_on_disk(&self.store)
    }

    fn store_mut(&mut self) -> &mut Store {
        Arc::make_mut(&mut self.store)
    }

    /// Sets today's date, against which retirements are held; where it is not set, no rule speaks
    /// of them.
    pub fn set_today(&mut self, today: Date) {
        self.store_mut().today = Some(today);
    }

    /// Today's date.
    #[must_use]
    pub fn today(&self) -> Option<Date> {
        self.note(|| Question::Today);
        self.store.today
    }

    /// Lets rules ask what stands on the disk; without, no rule speaks of files that are missing.
    pub fn set_disk(&mut self, disk: Arc<dyn Disk>) {
        self.store_mut().disk = Some(disk);
    }

    /// What stands where the file at `from` names `path`; `None` where nobody can tell.
    #[must_use]
    pub fn on_disk(&self, from: &str, path: &str) -> Option<OnDisk> {
        let full = self.full_path(from, path)?;
        self.note(|| Question::OnDisk(full.as_str().into()));
        self.store.at(&full)
    }

    /// What is in the folder that the file at `from` names `path`, by name. For editors: what a
    /// rule sees must be recorded.
    #[must_use]
    pub fn list(&self, from: &str, path: &str) -> Vec<Listed> {
        let full = self.full_path(from, path);
        let mut listed = full
            .zip(self.store.disk.as_ref())
            .map_or_else(Vec::new, |(full, disk)| disk.list(&full));
        listed.sort();
        listed
    }

    /// `path` as the file at `from` means it: from the top, without `.` and `..`; `None` where it
    /// leaves the top.
    #[must_use]
    pub fn full_path(&self, from: &str, path: &str) -> Option<String> {
        if path.starts_with('/') {
            Some(path.to_owned())
        } else {
            join(from, path)
        }
    }

    /// Adds or replaces the document at its path.
    pub fn insert(&mut self, document: impl Into<Arc<Document>>) {
        self.store_mut().insert(document.into());
    }

    /// Forgets the document at `path`.
    pub fn remove(&mut self, path: &str) {
        self.store_mut().remove(path);
    }

    /// The document at `path`.
    #[must_use]
    pub fn document(&self, path: &str) -> Option<&Arc<Document>> {
        self.note(|| Question::Document(path.into()));
        self.store.documents.get(path)
    }

    /// All documents by path. Rules ask for less, or every change outdates them: [`Self::named`],
    /// [`Self::members`].
    pub fn documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Question::Documents);
        self.store.documents.values()
    }

    /// The paths of all documents.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.note(|| Question::Paths);
        self.store.documents.keys().map(|path| &**path)
    }

    /// The documents that describe such a resource, by path; a model can be named as data, too.
    pub fn members(&self, resource: Resource) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Question::Members(resource));
        let paths = self
            .store
            .index
            .get(resource)
            .into_iter()
            .flat_map(|members| members.paths());
        paths.filter_map(|path| self.store.documents.get(path))
    }

    /// Those of [`Self::members`] that the file at `from` can mean, in all versions.
    pub fn members_in_scope(
        &self,
        from: &str,
        resource: Resource,
    ) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Question::MembersInScope(resource, from.into()));
        self.store.members(from, resource).into_iter()
    }

    /// Those of [`Self::members_in_scope`] that define `name`; only the closest project counts.
    pub fn named(
        &self,
        from: &str,
        resource: Resource,
        name: &str,
    ) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Question::Named(resource, name.into(), from.into()));
        self.store.named(from, resource, name).into_iter()
    }

    /// The name of such a resource that `name` may be a slip of in the file at `from`; none where a
    /// file in its scope defines `name` itself.
    #[must_use]
    pub fn near_name(&self, from: &str, resource: Resource, name: &str) -> Option<&str> {
        self.note(|| Question::Near(resource, name.into(), from.into()));
        self.store.near(from, resource, name)
    }

    /// What the file at `from` can mean by the name of a `resource`. For editors: what a rule sees
    /// must be recorded.
    pub(crate) fn scope<'s>(&'s self, from: &'s str, resource: Resource) -> Scope<'s> {
        self.store.scope(from, resource)
    }

    /// Sets what holds for `folder` and the folders below it that have no settings of their own.
    pub fn set_settings(&mut self, folder: &str, settings: Settings) {
        self.store_mut().set_settings(folder, settings);
    }

    /// Forgets the settings of every folder.
    pub fn clear_settings(&mut self) {
        self.store_mut().clear_settings();
    }

    /// The settings that hold for the file at `path`: those of the closest folder upwards.
    #[must_use]
    pub fn settings(&self, path: &str) -> Arc<Settings> {
        self.note(|| Question::Settings(path.into()));
        self.store.settings(path)
    }

    /// Leaves what a JSON schema can say to others in every folder, whatever the settings say; or
    /// lets the settings decide.
    pub fn set_no_schema_checks(&mut self, off: bool) {
        self.store_mut().no_schema_checks = off;
    }

    /// Whether the editor wants no schema checks.
    #[must_use]
    pub fn no_schema_checks(&self) -> bool {
        self.note(|| Question::NoSchemaChecks);
        self.store.no_schema_checks
    }

    /// Whether we say what a JSON schema can say about the file at `path`: keys, types and words.
    #[must_use]
    pub fn schema_help(&self, path: &str) -> bool {
        !self.no_schema_checks() && self.settings(path).schema_checks != Some(SchemaChecks::Off)
    }

    /// The document that `reference` names in the file at `from`: a relative path, also with
    /// `file:` before it.
    #[must_use]
    pub fn referenced(&self, from: &str, reference: &str) -> Option<&Arc<Document>> {
        self.document(&join(
            from,
            reference.strip_prefix("file:").unwrap_or(reference),
        )?)
    }

    /// The job file that names its job `name`, as the file at `from` sees it; `None` where none or
    /// several do.
    #[must_use]
    pub fn job_named(&self, from: &str, name: &str) -> Option<&Arc<Document>> {
        let mut found = self.named(from, Resource::Job, name);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Every compute that a file at `path` can name, those of YAML files first; a name may come
    /// more than once.
    #[must_use]
    pub fn computes(&self, path: &str) -> Vec<Arc<ComputeDef>> {
        self.note(|| Question::Computes(path.into()));
        let settings = self.settings(path);
        let yaml = self.store.computes(path).into_values().flatten();
        let inventory = settings
            .inventories
            .iter()
            .flat_map(|inventory| inventory.computes.iter().cloned());
        yaml.chain(settings.computes.iter().cloned())
            .chain(inventory)
            .collect()
    }
}

/// `reference` relative to the folder of `from`, with `.` and `..` resolved; `None` where it leaves
/// the top.
pub(crate) fn join(from: &str, reference: &str) -> Option<String> {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let absolute = folder.starts_with('/');
    let reference = reference.replace('\\', "/");
    let mut parts: Vec<&str> = folder
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    for part in reference.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(format!(
        "{}{}",
        if absolute { "/" } else { "" },
        parts.join("/")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_relative_paths() {
        assert_eq!(join("a/b/c.yml", "./d.yml").as_deref(), Some("a/b/d.yml"));
        assert_eq!(join("a/b/c.yml", "../d.yml").as_deref(), Some("a/d.yml"));
        assert_eq!(
            join("/a/c.yml", r".\x\d.yml").as_deref(),
            Some("/a/x/d.yml")
        );
        assert_eq!(join("c.yml", "../d.yml"), None);
    }

    fn settings_of(path: &str) -> Settings {
        Settings {
            path: Some(path.into()),
            ..Settings::default()
        }
    }

    #[test]
    fn the_closest_settings_win() {
        let mut workspace = Workspace::default();
        workspace.set_settings("", settings_of("azml.yaml"));
        workspace.set_settings("a/b", settings_of("a/b/azml.yaml"));
        assert_eq!(
            workspace.settings("a/b/c/x.yml").path.as_deref(),
            Some("a/b/azml.yaml")
        );
        assert_eq!(
            workspace.settings("a/x.yml").path.as_deref(),
            Some("azml.yaml")
        );
    }
}
