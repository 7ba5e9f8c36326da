//! The data of a workspace. Nobody but [`super::Workspace`] looks into it, so that every look can
//! be recorded.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::command_lines::{Change, Speakers};
use super::facts::{ClosedDocument, Facts};
use super::index::{Index, Users};
use super::named_files::{NamedFiles, NamedLast};
use super::projects::Projects;
use super::{Disk, OnDisk, Scope};
use crate::compute::ComputeDef;
use crate::date::Date;
use crate::document::{Document, Resource, TreesMade};
use crate::path::{PathStyle, parent};
use crate::settings::Settings;
use crate::work_counter;

/// What stands in a folder.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    pub(super) style: PathStyle,
    pub(super) documents: BTreeMap<Arc<str>, Arc<Document>>,
    /// The paths of the documents in lower case, where letter case does not count.
    spellings: BTreeMap<Box<str>, Arc<str>>,
    /// By lower-case name (resource names in Azure ignore the letter case), each in the order of
    /// its files.
    pub(super) computes: BTreeMap<String, Vec<Arc<ComputeDef>>>,
    /// The same by [`ComputeDef::order`], once somebody asked.
    ordered_computes: OnceLock<Arc<[Arc<ComputeDef>]>>,
    pub(super) index: Index,
    conda_users: Users,
    yaml_users: Users,
    named_last: Option<NamedLast>,
    /// The files that run `az ml`, by the names of files that they speak of.
    pub(super) speakers: Arc<Speakers>,
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
    /// As long as it is the same, so is what stands in the files of others and on the disk; `None`
    /// where nobody tells.
    pub(super) epoch: Option<Epoch>,
    /// Which documents have trees.
    trees_made: Arc<TreesMade>,
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

/// No two stores have the same one unless what it stands for is the same.
pub(super) type Epoch = std::num::NonZeroU64;

static LAST_EPOCH: AtomicU64 = AtomicU64::new(0);

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

    pub(super) fn insert(&mut self, document: Arc<Document>) {
        let facts = Facts::of(&document, self.style);
        let change = self.put_at(document, facts);
        self.tell_around([change]);
    }

    /// As [`Self::insert`], for many: command lines are told once all are there.
    pub(super) fn insert_all(&mut self, closed: impl IntoIterator<Item = ClosedDocument>) {
        let put = |mut one: ClosedDocument| {
            one.document.tell(&self.trees_made);
            self.put_at(Arc::new(one.document), one.facts)
        };
        let changes: Vec<Change> = closed.into_iter().map(put).collect();
        self.tell_around(changes);
    }

    fn put_at(&mut self, document: Arc<Document>, facts: Facts) -> Change {
        let path = document.shared_path();
        let before = self.document(&path).cloned();
        self.put_over(before.as_deref(), document, facts);
        Change { path, before }
    }

    /// Puts the trees of the documents away that `is_closed` names. Who holds such a document keeps
    /// its tree.
    pub(super) fn put_trees_away(&mut self, is_closed: impl Fn(&str) -> bool) {
        for path in self.trees_made.take(is_closed) {
            let document = self.documents.get_mut(&path);
            if let Some(document) = document.filter(|document| document.can_put_tree_away()) {
                put_away(document, &self.trees_made);
            }
        }
    }

    /// Takes the documents of `before` that say the same.
    pub(super) fn share_with(&mut self, before: &Self) {
        // The shared ones tell that list when their trees are made.
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

    /// What was looked up on the disk may be another from now on.
    pub(super) fn begin_epoch(&mut self) {
        let last = LAST_EPOCH.fetch_add(1, Ordering::Relaxed);
        self.epoch = Epoch::new(last + 1);
    }

    /// Only the texts of documents of ours change without a new epoch: who looks at these notes it.
    fn may_begin_epoch(&mut self, is_ours_still: bool) {
        if self.epoch.is_some() && !is_ours_still {
            self.begin_epoch();
        }
    }

    /// As [`Self::insert`], whatever the command lines say of it.
    pub(super) fn put(&mut self, document: Arc<Document>, facts: Facts) {
        let before = self.document(document.path()).cloned();
        self.put_over(before.as_deref(), document, facts);
    }

    /// As [`Self::put`], where `before` stands.
    fn put_over(&mut self, before: Option<&Document>, document: Arc<Document>, facts: Facts) {
        let was_ours = before.is_some_and(|before| before.kind().is_some());
        self.may_begin_epoch(was_ours && document.kind().is_some());
        self.name(before, &document, facts.named);
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
        self.index.insert(&document, &facts.definition);
        if document.commands().is_some() {
            Arc::make_mut(&mut self.speakers).insert(&document, self.style);
        }
        if self.style.ignores_case() {
            let folded = self.style.folded(document.path()).into();
            self.spellings.insert(folded, document.shared_path());
        }
        self.documents.insert(document.shared_path(), document);
    }

    /// Notes what `document` names in place of `before`.
    fn name(&mut self, before: Option<&Document>, document: &Document, named: NamedFiles) {
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

    /// What `before`, which goes, names.
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
    }

    fn remove_names(&mut self, document: &Document, named: &NamedFiles) {
        self.conda_users.remove(document, &named.conda);
        self.yaml_users.remove(document, &named.yaml);
    }

    pub(super) fn remove(&mut self, path: &str) {
        let before = self.document(path).cloned();
        self.may_begin_epoch(before.is_none());
        if let Some(before) = &before {
            let named = self.named_before(before);
            self.remove_names(before, &named);
        }
        self.take_out(path);
        let path = path.into();
        self.tell_around([Change { path, before }]);
    }

    fn take_out(&mut self, path: &str) {
        let spelled = self.spelled(path).cloned();
        let path = spelled.as_deref().unwrap_or(path);
        let Some(old) = self.documents.remove(path) else {
            return;
        };
        if self.style.ignores_case() {
            self.spellings.remove(&*self.style.folded(path));
        }
        self.index.remove(&old);
        if old.commands().is_some() {
            Arc::make_mut(&mut self.speakers).remove(&old, self.style);
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
            work_counter::spend(1);
            let seen = scope.closest(defs.iter().collect(), |def| &def.origin.path);
            if !seen.is_empty() {
                found.insert(name.clone(), seen.into_iter().cloned().collect());
            }
        }
        found
    }

    /// Every compute of a file, by [`ComputeDef::order`].
    pub(super) fn computes_in_order(&self) -> &[Arc<ComputeDef>] {
        self.ordered_computes.get_or_init(|| {
            let mut all: Vec<_> = self.computes.values().flatten().cloned().collect();
            all.sort_by(|a, b| a.order().cmp(&b.order()));
            all.into()
        })
    }

    /// Whether `def` is what a file with this `scope` means by its name.
    pub(super) fn sees<'s>(&'s self, scope: &Scope<'s>, def: &Arc<ComputeDef>) -> bool {
        let defs = self.computes.get(&def.name.to_ascii_lowercase());
        let same: Vec<&'s Arc<ComputeDef>> = defs.into_iter().flatten().collect();
        let closest = scope.closest(same, |def| &def.origin.path);
        closest.into_iter().any(|other| Arc::ptr_eq(other, def))
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

    /// Whether the settings of the very folder that the file at `path` is in are known.
    pub(super) fn has_settings_beside(&self, path: &str) -> bool {
        self.settings
            .contains_key(parent(path).trim_end_matches('/'))
    }

    /// The text of the file at a full path, which the file at `from` names. Of long documents of
    /// others only the disk knows the text.
    pub(super) fn text(&self, from: &str, path: &str) -> Option<Arc<str>> {
        let known = self.document(path);
        match known.filter(|document| !document.text().is_empty()) {
            Some(document) => Some(document.text().into()),
            None => self.disk.as_ref()?.text(from, path),
        }
    }

    /// What stands at a full path.
    pub(super) fn at(&self, path: &str) -> Option<OnDisk> {
        if self.document(path).is_some() {
            return Some(OnDisk::File);
        }
        self.disk.as_ref()?.at(path)
    }
}
