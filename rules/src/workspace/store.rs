//! The data of a workspace. Only [`super::Workspace`] reads it, so that every read is tracked.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Arc, OnceLock};

use super::disk::{Disk, OnDisk};
use super::index::facts::Facts;
use super::index::mentioning_files::MentioningFiles;
use super::index::named_files::{NamedFiles, NamedLast, UNKNOWN_ENVIRONMENT};
use super::index::registered::{RegisteredNames, Registration};
use super::index::{EnvironmentUse, Index, Users};
use super::infrastructure::Infrastructure;
use super::scope::projects::Projects;
use crate::compute::ComputeDef;
use crate::date::Date;
use crate::document::{Document, Resource, TreesMade};
use crate::path::{PathStyle, below, inside, parent};
use crate::query::{QueryCache, Revision};
use crate::settings::Settings;

/// The documents of a folder, and everything else that analyses depend on.
#[derive(Clone, Debug, Default)]
pub struct Store {
    pub(super) style: PathStyle,
    pub(super) documents: BTreeMap<Arc<str>, Arc<Document>>,
    /// The paths of the documents in lower case, where letter case does not count.
    spellings: BTreeMap<Box<str>, Arc<str>>,
    /// By lower-case name (resource names in Azure ignore the letter case), each in the order of
    /// its files.
    pub(super) computes: BTreeMap<String, Vec<Arc<ComputeDef>>>,
    /// The same by [`ComputeDef::order`], made at the first use.
    ordered_computes: OnceLock<Arc<[Arc<ComputeDef>]>>,
    pub(super) infrastructure: Infrastructure,
    pub(super) index: Index,
    conda_users: Users,
    yaml_users: Users,
    environment_users: Users,
    component_users: Users,
    job_users: Users,
    named_last: Option<NamedLast>,
    pub(super) mentioning_files: Arc<MentioningFiles>,
    pub(super) registered: Arc<RegisteredNames>,
    /// By folder, with `/`, without a final one; the root is "".
    pub(super) settings: BTreeMap<String, Arc<Settings>>,
    /// The folders that have settings of their own.
    pub(super) projects: Arc<Projects>,
    pub(super) today: Option<Date>,
    pub(super) disk: Option<Arc<dyn Disk>>,
    /// The editor wants no schema checks, whatever the settings of folders say.
    pub(super) no_schema_checks: bool,
    /// Only some files of the folder were read so far.
    pub(super) is_unread: bool,
    /// As long as it is the same, so are the disk and the files that are not Azure ML's; `None` where
    /// changes of the disk are not reported.
    pub(super) revision: Option<Revision>,
    /// The results of queries, shared with the snapshots.
    pub(super) cache: Arc<QueryCache>,
    /// Which documents have trees.
    pub(super) trees_made: Arc<TreesMade>,
}

fn put_away(document: &mut Arc<Document>, trees_made: &Arc<TreesMade>) {
    if Arc::get_mut(document).is_none() {
        *document = Arc::new(document.without_tree());
    }
    if let Some(own) = Arc::get_mut(document) {
        own.put_tree_away();
        own.tell(trees_made);
    }
}

impl Store {
    pub(super) fn new(style: PathStyle) -> Self {
        Self {
            style,
            ..Self::default()
        }
    }

    /// The document at `path`.
    pub(super) fn document(&self, path: &str) -> Option<&Arc<Document>> {
        let known = self.documents.get(path);
        known.or_else(|| self.documents.get(self.spelled(path)?))
    }

    /// The path of the document at `path`, where it is known in another letter case.
    pub(super) fn spelled(&self, path: &str) -> Option<&Arc<str>> {
        if !self.style.ignores_case() {
            return None;
        }
        let known = self.spellings.get(&*self.style.folded(path))?;
        (**known != *path).then_some(known)
    }

    /// Puts the trees of the documents away that `is_closed` names. Snapshots keep theirs.
    pub(super) fn put_trees_away(&mut self, is_closed: impl Fn(&str) -> bool) {
        for path in self.trees_made.take(is_closed) {
            let document = self.documents.get_mut(&path);
            if let Some(document) = document.filter(|document| document.can_put_tree_away()) {
                put_away(document, &self.trees_made);
            }
        }
    }

    /// Takes over the results of queries of `before`, and its documents that are the same.
    pub(super) fn share_with(&mut self, before: &Self) {
        self.cache = before.cache.clone();
        // The shared documents note in that list when their trees are made.
        let own = std::mem::replace(&mut self.trees_made, before.trees_made.clone());
        for path in own.take(|_| true) {
            self.trees_made.note(path);
        }
        for (path, document) in &mut self.documents {
            let known = before.documents.get(path);
            let same = known.filter(|it| it.has_text_of(document) && it.kind() == document.kind());
            match same {
                Some(same) => *document = same.clone(),
                None => Arc::make_mut(document).tell(&self.trees_made),
            }
        }
    }

    /// The paths of the first and of the last document.
    pub(super) fn first_and_last_path(&self) -> Vec<&Arc<str>> {
        let first = self.documents.first_key_value();
        let ends = [first, self.documents.last_key_value()];
        ends.into_iter().flatten().map(|(path, _)| path).collect()
    }

    /// Begins a new revision where the disk, or a file that is not Azure ML's, may have changed.
    pub(super) fn begin_revision(&mut self) {
        self.revision = Some(Revision::next());
    }

    /// Begins a new revision unless only the text of a document of Azure ML's changes: its readers
    /// note that.
    pub(super) fn begin_revision_unless(&mut self, is_own_text: bool) {
        if self.revision.is_some() && !is_own_text {
            self.begin_revision();
        }
    }

    /// Puts `document` in the place of `before`.
    pub(super) fn replace(
        &mut self,
        before: Option<&Document>,
        document: Arc<Document>,
        facts: Facts,
    ) {
        let was_ours = before.is_some_and(|before| before.kind().is_some());
        self.begin_revision_unless(was_ours && document.kind().is_some());
        self.replace_names(before, &document, facts.named);
        if before.is_some() {
            self.take_out(document.path());
        }
        if document.can_put_tree_away() {
            self.trees_made.note(document.shared_path());
        }
        if let Some(def) = facts.compute {
            let defs = self
                .computes
                .entry(def.name.to_ascii_lowercase())
                .or_default();
            let at = defs.partition_point(|other| other.origin.path < def.origin.path);
            defs.insert(at, Arc::new(def));
            self.ordered_computes.take();
        }
        self.infrastructure
            .insert(document.shared_path(), facts.code);
        if !facts.registered.is_empty() {
            Arc::make_mut(&mut self.registered).insert(document.shared_path(), facts.registered);
        }
        self.index.insert(&document, &facts.definition);
        if document.commands().is_some() {
            Arc::make_mut(&mut self.mentioning_files).insert(&document, self.style);
        }
        if self.style.ignores_case() {
            let folded = self.style.folded(document.path()).into();
            self.spellings.insert(folded, document.shared_path());
        }
        self.documents.insert(document.shared_path(), document);
    }

    /// Replaces the names in `before` by those in `document`.
    fn replace_names(&mut self, before: Option<&Document>, document: &Document, named: NamedFiles) {
        let Some(before) = before else {
            self.add_names(document, &named);
            return;
        };
        let known = self.named_before(before);
        if known != named || before.path() != document.path() {
            self.remove_names(before, &known);
            self.add_names(document, &named);
        }
        self.named_last = Some(NamedLast {
            path: document.shared_path(),
            files: named,
        });
    }

    /// The files that `document` names, if it is the last changed one.
    pub(super) fn named_last(&self, document: &Document) -> Option<&NamedFiles> {
        let last = self.named_last.as_ref();
        let last = last.filter(|last| *last.path == *document.path());
        last.map(|last| &last.files)
    }

    /// The files that `before`, which goes, names.
    fn named_before(&mut self, before: &Document) -> NamedFiles {
        let last = self.named_last.take();
        match last.filter(|last| *last.path == *before.path()) {
            Some(last) => {
                debug_assert_eq!(last.files, NamedFiles::of(before, self.style));
                last.files
            }
            None => NamedFiles::of(before, self.style),
        }
    }

    fn add_names(&mut self, document: &Document, named: &NamedFiles) {
        self.conda_users.insert(document, &named.conda);
        self.yaml_users.insert(document, &named.yaml);
        self.environment_users.insert(document, &named.environments);
        self.component_users
            .insert(document, &named.runs.components);
        self.job_users.insert(document, &named.runs.jobs);
    }

    /// Forgets the files that `before`, which goes, names.
    pub(super) fn remove_names_of(&mut self, before: &Document) {
        let named = self.named_before(before);
        self.remove_names(before, &named);
    }

    fn remove_names(&mut self, document: &Document, named: &NamedFiles) {
        self.conda_users.remove(document, &named.conda);
        self.yaml_users.remove(document, &named.yaml);
        self.environment_users.remove(document, &named.environments);
        self.component_users
            .remove(document, &named.runs.components);
        self.job_users.remove(document, &named.runs.jobs);
    }

    pub(super) fn take_out(&mut self, path: &str) {
        let spelled = self.spelled(path).cloned();
        let path = spelled.as_deref().unwrap_or(path);
        let Some(old) = self.documents.remove(path) else {
            return;
        };
        if self.style.ignores_case() {
            self.spellings.remove(&*self.style.folded(path));
        }
        self.infrastructure.remove(path);
        if self.registered.has_file(path) {
            Arc::make_mut(&mut self.registered).remove(path);
        }
        self.index.remove(&old);
        if old.commands().is_some() {
            Arc::make_mut(&mut self.mentioning_files).remove(&old, self.style);
        }
        let Some(name) = ComputeDef::of_document(&old).map(|def| def.name.to_ascii_lowercase())
        else {
            return;
        };
        self.ordered_computes.take();
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

    /// Every compute of a file, by [`ComputeDef::order`].
    pub(super) fn computes_in_order(&self) -> &[Arc<ComputeDef>] {
        self.ordered_computes.get_or_init(|| {
            let mut all: Vec<_> = self.computes.values().flatten().cloned().collect();
            all.sort_by(|a, b| a.order().cmp(&b.order()));
            all.into()
        })
    }

    /// The files that refer to the conda file at `path`.
    pub(super) fn conda_users(&self, path: &str) -> Vec<&Arc<Document>> {
        let users = self.conda_users.of(path, self.style);
        users.filter_map(|user| self.documents.get(user)).collect()
    }

    /// The files that name the YAML file at `path` anywhere.
    pub(super) fn yaml_users(&self, path: &str) -> Vec<&Arc<Document>> {
        let users = self.yaml_users.of(path, self.style);
        users.filter_map(|user| self.documents.get(user)).collect()
    }

    /// The references of documents to the environment called `name`, as in `azureml:name:version` without `azureml:`.
    pub(super) fn environment_references(&self, name: &str) -> Vec<Box<str>> {
        let references = self.environment_users.environment_references(name);
        references.map(Box::from).collect()
    }

    /// Returns the use of environments by the documents below `folder`.
    pub(super) fn environment_use(&self, folder: &str) -> EnvironmentUse {
        let is_inside = |users: &[Arc<str>]| users.iter().any(|user| below(folder, user).is_some());
        if is_inside(self.environment_users.exactly(UNKNOWN_ENVIRONMENT)) {
            EnvironmentUse::Unknown
        } else if self.environment_users.all().any(is_inside) {
            EnvironmentUse::Known
        } else {
            EnvironmentUse::None
        }
    }

    /// The resources as which other documents run the file at `path`, in the words of `az ml`.
    pub(super) fn runs_as(&self, path: &str) -> impl Iterator<Item = &str> {
        let users = [
            (&self.component_users, "component"),
            (&self.job_users, "job"),
        ];
        let is_used = |users: &Users| users.of(path, self.style).next().is_some();
        let used = users.map(|(users, noun)| is_used(users).then_some(noun));
        used.into_iter().flatten()
    }

    /// Returns if something in the folder creates a `resource` called `name` without a file that defines it.
    pub(super) fn registration(&self, resource: Resource, name: &str) -> Registration {
        let text_of = |path: &str| self.documents.get(path).map(|document| document.text());
        self.registered.registration((resource, name), text_of)
    }

    /// The paths of YAML files that are named and are no documents.
    pub(super) fn missing_yaml_files(&self) -> impl Iterator<Item = &str> {
        let named = self.yaml_users.named();
        named.filter(|path| self.document(path).is_none())
    }

    pub(super) fn settings(&self, path: &str) -> Arc<Settings> {
        let mut at = path;
        while parent(at).len() < at.len() {
            at = parent(at);
            if let Some(settings) = self.settings.get(at.trim_end_matches('/')) {
                return settings.clone();
            }
        }
        self.settings.get("").cloned().unwrap_or_default()
    }

    /// Returns `true` if the settings of the very folder that the file at `path` is in are known.
    pub(super) fn has_settings_beside(&self, path: &str) -> bool {
        self.settings
            .contains_key(parent(path).trim_end_matches('/'))
    }

    /// The text of the file at a full path, which a file in `folder` names. Long files that are not
    /// Azure ML's are read again: their documents have no text.
    pub(super) fn text(&self, folder: &str, path: &str) -> Option<Arc<str>> {
        let known = self.document(path);
        match known.filter(|document| !document.text().is_empty()) {
            Some(document) => Some(document.text().into()),
            None => self.disk.as_ref()?.text(folder, path),
        }
    }

    /// The kind of what is at a full path. A folder need not be on the disk: cells of notebooks write files into it.
    pub(super) fn at(&self, path: &str) -> Option<OnDisk> {
        if self.document(path).is_some() {
            return Some(OnDisk::File);
        }
        match self.disk.as_ref()?.at(path) {
            Some(OnDisk::Nothing) if self.has_documents_below(path) => Some(OnDisk::Folder),
            found => found,
        }
    }

    /// Returns `true` if there is a document in the folder at a full path, or below it.
    pub(super) fn has_documents_below(&self, path: &str) -> bool {
        let folder = inside(path.trim_end_matches('/'), "");
        let from = (Bound::Included(folder.as_str()), Bound::Unbounded);
        let first = self.documents.range::<str, _>(from).next();
        first.is_some_and(|(path, _)| path.starts_with(&folder))
    }
}
