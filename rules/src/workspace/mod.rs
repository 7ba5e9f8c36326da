//! What the other files say: every document of a folder, its settings, and the computes that any of
//! them defines.
//!
//! Start at [`Workspace`]. `store` is what it holds. `index` finds documents by what they describe
//! (`facts` says what that is, so that the trees of files that nobody has open can be let go),
//! `command_lines` the lines of scripts that run `az ml` on a file. `scope` says which of them a file
//! can mean, `resolve` which compute a value means. `question` is what can be asked, `recorder` notes
//! it, `reads` keeps what was asked, and `remembered` what was found with it. `disk` is what rules may
//! know of the disk, and `on_disk` asks it. `unsettled` says what unread files could change.
//!
//! Before a folder is read, its workspace ([`Workspace::unread`]) knows which answers the other files
//! could change, and what is found on ground of them is not settled.
//!
//! What must stay true: everything that reads the store notes its question first; a clone is a
//! snapshot that later changes do not reach.

mod command_lines;
mod disk;
mod facts;
mod index;
mod named_files;
mod on_disk;
mod projects;
mod question;
mod reads;
mod recent;
mod recorder;
mod remembered;
mod resolve;
mod scope;
mod spelling;
mod store;
pub(crate) mod unsettled;

use std::sync::Arc;

pub use command_lines::NamedBy;
pub(crate) use command_lines::candidates as file_candidates;
pub use disk::{Disk, Listed, OnDisk, Weight};
pub use facts::ClosedDocument;
pub use reads::Reads;
pub(crate) use recent::Recent;
pub(crate) use remembered::Remembered;
pub use resolve::Resolution;

use self::question::Question;
use self::recorder::Recorder;
pub(crate) use self::scope::Scope;
use self::store::Store;
use crate::az_ml::FileWord;
use crate::compute::ComputeDef;
use crate::date::Date;
use crate::document::{Document, Resource};
use crate::path::PathStyle;
use crate::settings::{SchemaChecks, Settings};
use crate::work_counter;

/// The documents of a workspace folder with their settings. Cheap to clone: a clone is a snapshot.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    store: Arc<Store>,
    recorder: Option<Arc<Recorder>>,
}

impl Workspace {
    /// An empty one, on a system that reads paths as `style` says. The default one is on Unix.
    #[must_use]
    pub fn new(style: PathStyle) -> Self {
        Self {
            store: Arc::new(Store::new(style)),
            recorder: None,
        }
    }

    /// An empty one of a folder that is not read yet. What its other files could answer differently
    /// is found, but not settled: [`Diagnostic::is_unsettled`](crate::diagnostic::Diagnostic::is_unsettled).
    #[must_use]
    pub fn unread(style: PathStyle) -> Self {
        let mut store = Store::new(style);
        store.is_unread = true;
        Self {
            store: Arc::new(store),
            recorder: None,
        }
    }

    /// Whether the folder is not read yet.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        self.store.is_unread
    }

    /// How paths are read. It never changes, so it is not noted.
    #[must_use]
    pub fn path_style(&self) -> PathStyle {
        self.store.style
    }

    /// The same workspace, which asks the disk each question once: many rules ask the same ones.
    pub(crate) fn remembering(&self) -> Self {
        if self.is_unread() {
            return self.recording();
        }
        Self {
            store: self.store.clone(),
            recorder: Some(Arc::new(Recorder::of_disk())),
        }
    }

    /// Whether it is made for one analysis, which nobody repeats: what is found of a document then need
    /// not be kept.
    pub(crate) fn looks_once(&self) -> bool {
        let recorder = self.recorder.as_ref();
        recorder.is_some_and(|recorder| recorder.is_of_disk())
    }

    /// The same workspace, which notes from now on what it is asked.
    pub(crate) fn recording(&self) -> Self {
        Self {
            store: self.store.clone(),
            recorder: Some(Arc::default()),
        }
    }

    /// The same workspace, which also notes for itself what it is asked from now on.
    fn noting_apart(&self) -> Self {
        Self {
            store: self.store.clone(),
            recorder: Some(Arc::new(Recorder::within(self.recorder.clone()))),
        }
    }

    /// What was asked since [`Self::recording`].
    pub(crate) fn reads(&self) -> Reads {
        self.recorder
            .as_ref()
            .map(|recorder| recorder.reads())
            .unwrap_or_default()
    }

    /// What was looked up in other files holds on for later analyses, until this is called again or
    /// one of these files is another in the workspace. For who is told when the disk changes.
    pub fn look_anew(&mut self) {
        self.store_mut().begin_epoch();
    }

    /// Everything that reads the store says so here first.
    fn note(&self, question: impl FnOnce() -> Question) {
        if let Some(recorder) = &self.recorder {
            recorder.note(question, &self.store);
        }
    }

    /// Whether what was looked up before would be the same now; then it counts as looked up.
    fn repeats(&self, reads: &Arc<Reads>) -> bool {
        match &self.recorder {
            Some(recorder) => recorder.repeat(reads, &self.store),
            None => Recorder::default().repeat(reads, &self.store),
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

    /// Adds or replaces the document at its path.
    pub fn insert(&mut self, document: impl Into<Arc<Document>>) {
        self.store_mut().insert(document.into());
    }

    /// Adds or replaces a document that nobody has open.
    pub fn insert_closed(&mut self, document: ClosedDocument) {
        self.insert_all([document]);
    }

    /// As [`Self::insert_closed`], for many.
    pub fn insert_all(&mut self, documents: impl IntoIterator<Item = ClosedDocument>) {
        self.store_mut().insert_all(documents);
    }

    /// Shares with `before`, which was read from the same disk, the documents that say the same: what
    /// was looked up there is compared faster, and nothing is kept twice.
    pub fn share_with(&mut self, before: &Self) {
        self.store_mut().share_with(&before.store);
    }

    /// Lets go of the trees of the documents that `is_closed` names: they are made again when
    /// somebody looks at them. A tree takes ten times the memory of its text.
    pub fn put_trees_away(&mut self, is_closed: impl Fn(&str) -> bool) {
        self.store_mut().put_trees_away(is_closed);
    }

    /// Forgets the document at `path`.
    pub fn remove(&mut self, path: &str) {
        self.store_mut().remove(path);
    }

    /// The document at `path`.
    #[must_use]
    pub fn document(&self, path: &str) -> Option<&Arc<Document>> {
        self.note(|| Question::Document(path.into()));
        self.store.document(path)
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
        let path = reference.strip_prefix("file:").unwrap_or(reference);
        self.document(&self.path_style().join_beside(from, path)?)
    }

    /// The documents that refer to the conda file at `path` in `conda_file`, in order.
    pub fn conda_users(&self, path: &str) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Question::CondaUsers(path.into()));
        self.store.conda_users(path).into_iter()
    }

    /// The documents in which the path of the YAML file at `path` stands anywhere, in order.
    pub fn yaml_users(&self, path: &str) -> impl Iterator<Item = &Arc<Document>> {
        self.note(|| Question::YamlUsers(path.into()));
        self.store.yaml_users(path).into_iter()
    }

    /// The full paths of YAML files that documents name and that are no documents; folded where letter
    /// case does not count. For editors: what a rule sees must be recorded.
    pub fn missing_yaml_files(&self) -> impl Iterator<Item = &str> {
        self.store.missing_yaml_files()
    }

    /// The commands `az ml` of other files that name the file at `path`, by file and place. Where a
    /// script does not tell which file it names, none is.
    #[must_use]
    pub fn commands_on(&self, path: &str) -> Vec<NamedBy> {
        self.note(|| Question::CommandsOn(path.into()));
        self.store.commands_on(path)
    }

    /// The document that a command of the script at `script` names with `file`; `None` unless it is
    /// exactly one. For editors: what a rule sees must be recorded.
    #[must_use]
    pub fn file_of_command(&self, script: &str, file: &FileWord) -> Option<Arc<str>> {
        self.store.meant(script, file)
    }

    /// The files that run `az ml` and speak of a file with the name of the one at `path`.
    #[must_use]
    pub fn speakers_of(&self, path: &str) -> Vec<Arc<Document>> {
        self.note(|| Question::SpeakersOf(path.into()));
        self.store.speakers_of(path)
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
        yaml.chain(settings.known_computes().cloned()).collect()
    }

    /// The first `most` of [`Self::computes`] that are `wanted`, by [`ComputeDef::order`], each name
    /// once. There may be thousands: those of YAML files are in this order already.
    pub(crate) fn first_computes(
        &self,
        path: &str,
        most: usize,
        wanted: impl Fn(&ComputeDef) -> bool,
    ) -> Vec<Arc<ComputeDef>> {
        self.note(|| Question::Computes(path.into()));
        let is_same =
            |a: &Arc<ComputeDef>, b: &Arc<ComputeDef>| a.name.eq_ignore_ascii_case(&b.name);
        let mut found: Vec<Arc<ComputeDef>> = Vec::new();
        let scope = self.scope(path, Resource::Compute);
        let of_files = self.store.computes_in_order().iter();
        let of_files = of_files.inspect(|_| work_counter::spend(1));
        for def in of_files.filter(|def| wanted(def) && self.store.sees(&scope, def)) {
            if found.last().is_none_or(|last| !is_same(last, def)) {
                found.push(def.clone());
            }
            if found.len() == most {
                break;
            }
        }
        let settings = self.settings(path);
        let others = settings.known_computes();
        found.extend(others.filter(|def| wanted(def)).cloned());
        found.sort_by(|a, b| a.order().cmp(&b.order()));
        found.dedup_by(|a, b| is_same(a, b));
        found.truncate(most);
        found
    }
}

#[cfg(test)]
mod tests;
