//! The other files: every document of a folder, its settings, and the computes that any of them
//! defines.
//!
//! Start at [`Workspace`]. `store` holds the data, and `changes` changes its documents. `index` finds
//! documents by what they describe and by the files that they name, so that the trees of files that are
//! not open can be dropped. `scope` has the definitions that a file can mean, `infrastructure` the computes
//! that infrastructure code creates. `disk` is what rules may read of the disk. `input` names everything that can be read, and `tracking` notes it ([`crate::query`]).
//!
//! Before a folder is read, its workspace ([`Workspace::unread`]) knows which inputs the other files
//! could change, and a result that depends on them is provisional.
//!
//! What must stay true: everything that reads the store notes its input first; a clone is a snapshot
//! that later changes do not reach.

mod changes;
mod disk;
mod index;
mod infrastructure;
mod input;
mod scope;
mod store;
mod tracking;

use std::sync::Arc;

pub use disk::{Disk, Listed, MemoryDisk, OnDisk, UTF16_MARK, UploadSize};
pub use index::EnvironmentUse;
pub use index::command_lines::NamedBy;
pub(crate) use index::command_lines::candidates as file_candidates;
pub use index::facts::ClosedDocument;
pub use index::registered::Registration;
pub(crate) use scope::Scope;
pub use scope::resolve::Resolution;
pub use tracking::Dependencies;

use self::input::Input;
use self::store::Store;
use crate::az_ml::FileWord;
use crate::compute::ComputeDef;
use crate::date::Date;
use crate::document::{Document, Resource};
use crate::path::PathStyle;
use crate::query::Tracker;
use crate::settings::{SchemaChecks, Settings};
use crate::work_counter;

/// The documents of a workspace folder with their settings. Cheap to clone: a clone is a snapshot.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    store: Arc<Store>,
    tracker: Option<Arc<Tracker<Store>>>,
}

impl Workspace {
    /// An empty workspace on a system that reads paths as `style` says. The default one is on Unix.
    pub fn new(style: PathStyle) -> Self {
        Self {
            store: Arc::new(Store::new(style)),
            tracker: None,
        }
    }

    /// An empty workspace of a folder that is not read yet. Findings that its files could change are
    /// provisional: [`Diagnostic::is_provisional`](crate::diagnostic::Diagnostic::is_provisional).
    pub fn unread(style: PathStyle) -> Self {
        let mut store = Store::new(style);
        store.is_unread = true;
        Self {
            store: Arc::new(store),
            tracker: None,
        }
    }

    /// Returns whether the folder is not read yet.
    pub fn is_unread(&self) -> bool {
        self.store.is_unread
    }

    /// The syntax of paths. It never changes, so it is not noted.
    pub fn path_style(&self) -> PathStyle {
        self.store.style
    }

    fn store_mut(&mut self) -> &mut Store {
        Arc::make_mut(&mut self.store)
    }

    /// Sets the date of the clock, with which retirements are compared; without it, no rule reports them.
    pub fn set_today(&mut self, today: Date) {
        self.store_mut().today = Some(today);
    }

    /// Returns the date that counts as today for the file at `path`: that of its settings, or of the clock.
    pub fn today(&self, path: &str) -> Option<Date> {
        self.settings(path).as_of.or_else(|| {
            self.note(|| Input::Today);
            self.store.today
        })
    }

    /// Adds or replaces the document at its path.
    pub fn insert(&mut self, document: impl Into<Arc<Document>>) {
        self.store_mut().insert(document.into());
    }

    /// Adds or replaces a document that is not open.
    pub fn insert_closed(&mut self, document: ClosedDocument) {
        self.insert_all([document]);
    }

    /// As [`Self::insert_closed`], for many.
    pub fn insert_all(&mut self, documents: impl IntoIterator<Item = ClosedDocument>) {
        self.store_mut().insert_all(documents);
    }

    /// Takes over what `before`, which was read from the same disk, has found out, and its documents
    /// that are the same: dependencies are compared faster then, and no text is in memory twice.
    pub fn share_with(&mut self, before: &Self) {
        self.store_mut().share_with(&before.store);
    }

    /// Takes over the results of queries of `before`. They are verified before they are used.
    pub fn share_cache(&mut self, before: &Self) {
        self.store_mut().cache = before.store.cache.clone();
    }

    /// Drops the trees of the documents that `is_closed` names: they are made again when they are used.
    /// A tree takes ten times the memory of its text.
    pub fn put_trees_away(&mut self, is_closed: impl Fn(&str) -> bool) {
        self.store_mut().put_trees_away(is_closed);
    }

    /// Forgets the document at `path`.
    pub fn remove(&mut self, path: &str) {
        self.store_mut().remove(path);
    }

    /// The document at `path`.
    pub fn document(&self, path: &str) -> Option<&Arc<Document>> {
        self.note(|| Input::Document(path.into()));
        self.store.document(path)
    }

    /// All documents by path. Rules read less, or every change would outdate them: [`Self::named`],
    /// [`Self::members`].
    pub fn documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Input::Documents);
        self.store.documents.values()
    }

    /// The paths of all documents.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.note(|| Input::Paths);
        self.store.documents.keys().map(|path| &**path)
    }

    /// Returns the first and the last path of the documents: a folder with both has them all.
    pub(crate) fn first_and_last_path(&self) -> impl Iterator<Item = &str> {
        self.note(|| Input::FirstAndLastPath);
        let ends = self.store.first_and_last_path().into_iter();
        ends.map(|path| &**path)
    }

    /// Returns the paths of the documents in `folder` and below it, in order.
    pub(crate) fn paths_below<'s>(
        &'s self,
        folder: &str,
    ) -> impl Iterator<Item = &'s str> + use<'s> {
        self.note(|| Input::Paths);
        let start: Arc<str> = match folder.trim_end_matches('/') {
            "" => "".into(),
            folder => format!("{folder}/").into(),
        };
        let from = self.store.documents.range(start.clone()..);
        from.map(|(path, _)| &**path)
            .take_while(move |path| path.starts_with(&*start))
    }

    /// The documents that describe such a resource, by path; a model can be named as data, too.
    pub fn members(&self, resource: Resource) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Input::Members(resource));
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
        self.note(|| Input::MembersInScope(resource, from.into()));
        self.store.members(from, resource).into_iter()
    }

    /// Those of [`Self::members_in_scope`] that define `name`; only the closest project counts.
    pub fn named(
        &self,
        from: &str,
        resource: Resource,
        name: &str,
    ) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Input::Named(resource, name.into(), from.into()));
        self.store.named(from, resource, name).into_iter()
    }

    /// The name of such a resource for which `name` may be a misspelling in the file at `from`; none
    /// where a file in its scope defines `name` itself.
    pub fn near_name(&self, from: &str, resource: Resource, name: &str) -> Option<&str> {
        self.note(|| Input::Near(resource, name.into(), from.into()));
        self.store.near(from, resource, name)
    }

    /// Returns if something in the folder creates a `resource` called `name` without a file that defines
    /// it: a command of a script, an output of a job.
    pub fn registration(&self, resource: Resource, name: &str) -> Registration {
        self.note(|| Input::Registration(resource, name.into()));
        self.store.registration(resource, name)
    }

    /// The files whose definitions of a `resource` the file at `from` can mean. For editors: what a rule
    /// sees must be noted.
    pub(crate) fn scope<'s>(&'s self, from: &'s str, resource: Resource) -> Scope<'s> {
        self.store.scope(from, resource)
    }

    /// Sets the settings of `folder` and of the folders below it that have none of their own.
    pub fn set_settings(&mut self, folder: &str, settings: Settings) {
        self.store_mut().set_settings(folder, settings);
    }

    /// Forgets the settings of every folder.
    pub fn clear_settings(&mut self) {
        self.store_mut().clear_settings();
    }

    /// The settings that hold for the file at `path`: those of the closest folder upwards.
    pub fn settings(&self, path: &str) -> Arc<Settings> {
        self.note(|| Input::Settings(path.into()));
        self.store.settings(path)
    }

    /// Turns off the checks that a JSON schema can do in every folder, whatever the settings say; or
    /// lets the settings decide.
    pub fn set_no_schema_checks(&mut self, off: bool) {
        self.store_mut().no_schema_checks = off;
    }

    /// Returns whether the editor wants no schema checks.
    pub fn no_schema_checks(&self) -> bool {
        self.note(|| Input::NoSchemaChecks);
        self.store.no_schema_checks
    }

    /// Returns whether keys, types and words of the file at `path` are checked, as a JSON schema can.
    pub fn schema_help(&self, path: &str) -> bool {
        !self.no_schema_checks() && self.settings(path).schema_checks != Some(SchemaChecks::Off)
    }

    /// The document that `reference` names in the file at `from`: a relative path, also with
    /// `file:` before it.
    pub fn referenced(&self, from: &str, reference: &str) -> Option<&Arc<Document>> {
        let path = reference.strip_prefix("file:").unwrap_or(reference);
        self.document(&self.path_style().join_beside(from, path)?)
    }

    /// The documents that refer to the conda file at `path` in `conda_file`, in order.
    pub fn conda_users(&self, path: &str) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Input::CondaUsers(path.into()));
        self.store.conda_users(path).into_iter()
    }

    /// The documents that name the YAML file at `path` anywhere, in order.
    pub fn yaml_users(&self, path: &str) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Input::YamlUsers(path.into()));
        self.store.yaml_users(path).into_iter()
    }

    /// The references of documents to the environment called `name`, as in `azureml:name:version` without
    /// `azureml:`, each once and in order.
    pub(crate) fn environment_references(&self, name: &str) -> Vec<Box<str>> {
        self.note(|| Input::EnvironmentReferences(name.into()));
        self.store.environment_references(name)
    }

    /// Returns the use of environments by the documents below `folder`.
    pub(crate) fn environment_use(&self, folder: &str) -> EnvironmentUse {
        self.note(|| Input::EnvironmentUse(folder.into()));
        self.store.environment_use(folder)
    }

    /// The full paths of YAML files that documents name and that are no documents; folded where letter
    /// case does not count. For editors: what a rule sees must be noted.
    pub fn missing_yaml_files(&self) -> impl Iterator<Item = &str> {
        self.store.missing_yaml_files()
    }

    /// The commands `az ml` of other files that name the file at `path`, by file and place. A script
    /// that may mean several files names none.
    pub fn commands_on(&self, path: &str) -> Vec<NamedBy> {
        self.note(|| Input::CommandsOn(path.into()));
        self.store.commands_on(path)
    }

    /// The document that a command of the script at `script` names with `file`; `None` unless it is
    /// exactly one. For editors: what a rule sees must be noted.
    pub fn file_of_command(&self, script: &str, file: &FileWord) -> Option<Arc<str>> {
        self.store.meant(script, file)
    }

    /// The files that run `az ml` and mention a file with the name of the one at `path`.
    pub fn mentioning_files(&self, path: &str) -> Vec<Arc<Document>> {
        self.note(|| Input::MentioningFiles(path.into()));
        self.store.mentioning_files(path)
    }

    /// The files with a command that sends a file whose name is known only when it runs.
    pub(crate) fn senders_of_unknown(&self) -> Vec<Arc<Document>> {
        self.note(|| Input::SendersOfUnknown);
        self.store.senders_of_unknown()
    }

    /// The job file that names its job `name`, as the file at `from` sees it; `None` where none or
    /// several do.
    pub fn job_named(&self, from: &str, name: &str) -> Option<&Arc<Document>> {
        let mut found = self.named(from, Resource::Job, name);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Every compute that a file at `path` can name, those of YAML files first; a name may come
    /// more than once.
    pub fn computes(&self, path: &str) -> Vec<Arc<ComputeDef>> {
        self.note(|| Input::Computes(path.into()));
        let settings = self.settings(path);
        let yaml = self.store.computes(path).into_values().flatten();
        let configured = settings.known_computes().cloned();
        let code = self.store.computes_in_code(path).into_values().flatten();
        yaml.chain(configured).chain(code).collect()
    }

    /// Every compute that infrastructure code creates, by name. For lists: what a rule sees must be noted.
    pub fn computes_in_code(&self) -> impl Iterator<Item = &Arc<ComputeDef>> {
        let found = self.store.infrastructure.computes(self.store.style);
        found.values().flatten()
    }

    /// The first `most` of [`Self::computes`] that `matches` accepts, by [`ComputeDef::order`], each name
    /// once. There may be thousands: those of YAML files are in this order already.
    pub(crate) fn first_computes(
        &self,
        path: &str,
        most: usize,
        matches: impl Fn(&ComputeDef) -> bool,
    ) -> Vec<Arc<ComputeDef>> {
        self.note(|| Input::Computes(path.into()));
        let is_same =
            |a: &Arc<ComputeDef>, b: &Arc<ComputeDef>| a.name.eq_ignore_ascii_case(&b.name);
        let mut found: Vec<Arc<ComputeDef>> = Vec::new();
        let scope = self.scope(path, Resource::Compute);
        let of_files = self.store.computes_in_order().iter();
        let of_files = of_files.inspect(|_| work_counter::spend(1));
        for def in of_files.filter(|def| matches(def) && self.store.sees(&scope, def)) {
            if found.last().is_none_or(|last| !is_same(last, def)) {
                found.push(def.clone());
            }
            if found.len() == most {
                break;
            }
        }
        let settings = self.settings(path);
        let others = settings.known_computes();
        found.extend(others.filter(|def| matches(def)).cloned());
        // The values of a compute that several places define differently are unknown.
        let code = self.known_in_code(path, &settings).into_values();
        let code = code.filter_map(|it| it.is_consistent().then(|| it.definitions()[0].clone()));
        found.extend(code.filter(|def| matches(def)));
        found.sort_by(|a, b| a.order().cmp(&b.order()));
        found.dedup_by(|a, b| is_same(a, b));
        found.truncate(most);
        found
    }
}

#[cfg(test)]
mod tests;
