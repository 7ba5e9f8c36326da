//! State of the server: folders with their documents, and the open texts. One lock protects all of
//! it, held for short moments and never across an `.await` or an analysis.
//!
//! [`due`] has the times at which work is due, and [`guard`] is the lock.

mod due;
mod guard;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, mpsc};

use azml_rules::document::{Document, is_python};
use azml_rules::path::parent;
use azml_rules::workspace::{Dependencies, Workspace};
use tokio::sync::Notify;
use tower_lsp::lsp_types::{TextDocumentContentChangeEvent, Url};

use self::guard::ShieldedGuard;
use super::folder::{Folder, FolderId};
use super::log::Log;
use super::open_document::{DocumentLocation, OpenDocument, Revision, Revisions};
use super::open_documents::OpenDocuments;
use crate::config::Options;
use crate::discovery;
use crate::loading::PriorityGate;
use crate::lsp::handlers::actions::folder_fix_cache::FolderFixCache;
use crate::lsp::protocol::client_features::ClientFeatures;
use crate::lsp::protocol::uri;
use crate::lsp::scheduling::client_message::{Outgoing, Sender};
use crate::lsp::scheduling::debounce::PendingChanges;
use crate::lsp::transport::redaction::KnownSecrets;
use crate::lsp::workspace_diagnostics::store::ClosedFiles;
use crate::sandbox;

/// Everything the server knows.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) client: ClientFeatures,
    /// The name of the client, with its version.
    pub(crate) client_name: Option<String>,
    pub(crate) folders: BTreeMap<FolderId, Folder>,
    pub(crate) open: OpenDocuments,
    /// Diagnostics of files that are not open, if the user wants to see them.
    pub(crate) closed: ClosedFiles,
    /// Files that changed on disk and were not looked at yet.
    pub(crate) changed_files: BTreeSet<PathBuf>,
    /// `true` if inputs of rules on disk may have changed.
    pub(crate) disk_changed: bool,
    /// `true` if no change was notified, but the disk was not checked for a while.
    pub(crate) disk_unseen: bool,
    /// Number of analyses begun.
    pub(crate) analyses: u64,
    /// Since when the disk is to be looked at.
    disk_changes: Option<PendingChanges>,
    /// `true` if files without a known name have changed, too.
    pub(crate) anything_changed: bool,
    /// Names of inventories that are watched by the client.
    pub(crate) watched: BTreeSet<String>,
    /// Directories in which analyses looked up paths.
    looked_up_folders: BTreeSet<Box<str>>,
    /// Wakes the server's own watcher.
    pub(crate) waker: Option<mpsc::Sender<()>>,
    stamps: Revisions,
}

/// A document, and a folder that is to be loaded for it.
type NewDocument = (OpenDocument, Option<FolderId>);

/// The state with its lock, and the ways to wake those who work on it.
pub(crate) struct Shared {
    state: Mutex<State>,
    /// Something is to be analyzed.
    pub(crate) wake: Notify,
    /// A folder is loaded.
    pub(crate) loaded: Notify,
    /// Files that are not open are to be looked at.
    pub(crate) wake_closed: Notify,
    /// They were looked at.
    pub(crate) closed_looked_at: Notify,
    /// Cache of the rules with fixes anywhere in a folder.
    pub(crate) folder_fix_cache: FolderFixCache,
    sender: Sender,
    /// Gate that lets urgent work run before the loading of folders.
    pub(crate) precedence: PriorityGate,
    /// Options with which the server was started.
    pub(crate) options: Options,
    pub(crate) log: Log,
    /// Secrets that no message shows.
    pub(crate) secrets: KnownSecrets,
}

impl Shared {
    pub(crate) fn new(sender: Sender, options: Options, log: Log) -> Self {
        Self {
            state: Mutex::default(),
            wake: Notify::new(),
            loaded: Notify::new(),
            wake_closed: Notify::new(),
            closed_looked_at: Notify::new(),
            folder_fix_cache: FolderFixCache::default(),
            sender,
            precedence: PriorityGate::default(),
            secrets: KnownSecrets::default(),
            options,
            log,
        }
    }

    /// Locks the state. A panic of another thread does not make it unusable: every change under the
    /// lock is small and complete.
    pub(crate) fn lock(&self) -> ShieldedGuard<'_, State> {
        ShieldedGuard::lock(&self.state)
    }

    /// Puts a message into the queue; an error means that the server is ending.
    pub(crate) fn send(&self, message: Outgoing) {
        if let Outgoing::Log(text) = &message {
            self.log.error(text);
        }
        let _ = self.sender.send(message);
    }
}

/// Open documents.
impl State {
    /// Takes over a document that was opened. Returns a folder that is to be loaded for it.
    pub(crate) fn open(
        &mut self,
        url: Url,
        language: &str,
        version: i32,
        text: &str,
    ) -> Option<FolderId> {
        let (mut open, new) = self.document_at(&url, version, text);
        let is_script = uri::path_of(&url).is_some_and(|path| discovery::is_script(&path))
            || is_python(&open.location().path);
        if !is_yaml(language) && !is_script || !matches!(url.scheme(), "file" | "untitled") {
            open = open.foreign();
        }
        self.open.insert(url, open);
        new
    }

    /// Returns the document at `url` with this text, and a folder that is to be loaded for it.
    pub(crate) fn document_at(&mut self, url: &Url, version: i32, text: &str) -> NewDocument {
        let (home, is_new) = self.location_of(url);
        let new = is_new.then(|| home.folder.clone());
        let stamp = self.stamps.next();
        (OpenDocument::new(text, version, home, stamp), new)
    }

    /// Makes the changes of the client.
    pub(crate) fn change(
        &mut self,
        url: &Url,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) {
        if let Some(open) = self.open.get_mut(url) {
            open.edit(changes, self.client.unit, version, self.stamps.next());
        }
    }

    /// Forgets an open document; what is on disk counts again.
    pub(crate) fn close(&mut self, url: &Url) -> Option<OpenDocument> {
        let open = self.open.remove(url)?;
        let DocumentLocation { folder, path } = open.location();
        let written = open.is_cell().then(|| uri::of_path(path)).flatten();
        if let Some(path) = uri::path_of(written.as_ref().unwrap_or(url)) {
            self.changed_files.insert(path);
            self.look_at_disk();
        } else if let Some(unsaved) = self.folders.get_mut(folder) {
            unsaved.workspace_mut().remove(path);
            self.outdate(folder, None);
        }
        Some(open)
    }

    /// Returns the open document if it is analyzed.
    pub(crate) fn served(&self, url: &Url) -> Option<&OpenDocument> {
        self.open.get(url).filter(|open| !open.is_silent())
    }

    /// The folder of an open document.
    pub(crate) fn folder_of(&self, open: &OpenDocument) -> Option<&Folder> {
        self.folders.get(&open.location().folder)
    }

    /// Returns `true` if the folder of an open document is loaded.
    pub(crate) fn is_read_around(&self, url: &Url) -> bool {
        let folder = self.open.get(url).and_then(|open| self.folder_of(open));
        folder.is_some_and(|folder| !folder.is_unread())
    }

    /// Returns `true` if the file with this key is open in `folder`.
    pub(crate) fn is_open(&self, folder: &Path, path: &str) -> bool {
        self.open.iter().any(|(_, open)| {
            let home = open.location();
            &*home.path == path && home.folder == folder && !open.is_foreign()
        })
    }

    /// The folder and key of a document, and whether the folder is new.
    fn location_of(&mut self, url: &Url) -> (DocumentLocation, bool) {
        let Some(file) = uri::path_of(url) else {
            let folder = FolderId::new();
            self.folders
                .entry(folder.clone())
                .or_insert_with(Folder::unsaved);
            let path = url.as_str().into();
            return (DocumentLocation { folder, path }, false);
        };
        let path = sandbox::key(&file);
        let folders = self.folders.values();
        let around = folders.filter(|folder| folder.is_chosen_for(&file));
        if let Some(nearest) = around.max_by_key(|folder| folder.root().as_os_str().len()) {
            let folder = nearest.root().to_owned();
            return (DocumentLocation { folder, path }, false);
        }
        let (folder, _) = crate::sandbox::project_folder(file.parent().unwrap_or(&file));
        let is_new = !self.folders.contains_key(&folder);
        self.folders
            .entry(folder.clone())
            .or_insert_with(|| Folder::around(&folder, &file));
        (DocumentLocation { folder, path }, is_new)
    }

    /// Puts every open document into the folder that is now its own. Returns folders that are to be
    /// loaded.
    pub(crate) fn move_all_home(&mut self) -> Vec<FolderId> {
        let urls: Vec<Url> = self.open.iter().map(|(url, _)| url.clone()).collect();
        let mut new = Vec::new();
        for url in urls {
            let (home, is_new) = self.location_of(&url);
            new.extend(is_new.then(|| home.folder.clone()));
            if let Some(open) = self.open.get_mut(&url) {
                open.move_to(home);
            }
        }
        new
    }
}

/// Freshness of open documents.
impl State {
    /// Stores what was parsed, unless the text has changed since or another thread was faster. Those
    /// that looked it up are looked at again.
    pub(crate) fn store(&mut self, url: &Url, stamp: Revision, document: Document) -> bool {
        let open = self.open.get_mut(url);
        let Some(open) = open.filter(|open| open.is_at(stamp) && !open.is_parsed()) else {
            return false;
        };
        let id = open.location().folder.clone();
        let Some(folder) = self.folders.get_mut(&id) else {
            return false;
        };
        open.take_parsed(&document);
        folder.workspace_mut().insert(document);
        self.outdate(&id, Some(url));
        true
    }

    /// Outdates the open documents in `folder` whose dependencies may have changed, except
    /// `changed` itself.
    pub(crate) fn outdate(&mut self, folder: &Path, changed: Option<&Url>) {
        self.closed.outdate();
        let Some(workspace) = self.folders.get(folder).map(Folder::workspace) else {
            return;
        };
        for (url, open) in self.open.iter_mut() {
            if open.location().folder == folder && Some(url) != changed {
                open.outdate_unless_held(workspace);
            }
        }
    }

    /// Outdates every open document.
    pub(crate) fn outdate_all(&mut self) {
        self.closed.outdate_all();
        let open = self.open.iter_mut();
        open.for_each(|(_, open)| open.outdate());
    }

    /// An analysis of `url` begins. Returns whether one was due.
    pub(crate) fn begin_analysis(&mut self, url: &Url) -> bool {
        self.analyses += 1;
        self.open
            .get_mut(url)
            .is_some_and(OpenDocument::begin_analysis)
    }

    /// Stores the dependencies of an analysis of `url`; `false` if they changed meanwhile.
    pub(crate) fn keep_reads(&mut self, url: &Url, reads: Option<Arc<Dependencies>>) -> bool {
        if reads.as_ref().is_some_and(|reads| self.note_lookups(reads)) {
            self.rewatch();
        }
        let Some(open) = self.open.get_mut(url) else {
            return true;
        };
        let folder = self.folders.get(&open.location().folder);
        open.keep_reads(reads, folder.map(Folder::workspace))
    }

    /// Returns the open documents with their dependencies (`None` while an analysis runs), and the
    /// workspace in which to check them. Empty while a folder is being loaded: that reads the disk
    /// anyway, and checks once more afterwards.
    pub(crate) fn readers(&mut self) -> Vec<(Url, Option<Arc<Dependencies>>, Arc<Workspace>)> {
        let is_loading = self.folders.values().any(Folder::is_loading);
        let (changed, unseen) = (self.disk_changed, self.disk_unseen);
        if is_loading || !changed && !unseen {
            return Vec::new();
        }
        (self.disk_changed, self.disk_unseen) = (false, false);
        if changed {
            self.closed.ask_the_disk();
            self.begin_revision();
        }
        let mut readers = Vec::new();
        for (url, open) in self.open.iter() {
            // What is being analyzed looks itself, unless it relies on what was seen before.
            let counts = changed || open.reads().is_some();
            if let Some(folder) = self.folder_of(open).filter(|_| counts) {
                readers.push((url.clone(), open.reads().cloned(), folder.snapshot()));
            }
        }
        readers
    }
}

/// The disk.
impl State {
    /// Begins a new revision of the disk.
    pub(crate) fn begin_revision(&mut self) {
        let folders = self.folders.values_mut();
        folders.for_each(|folder| folder.workspace_mut().begin_revision());
    }
}

/// Watching.
impl State {
    /// Wakes the watcher, since the directories to watch may have changed.
    pub(crate) fn rewatch(&self) {
        if let Some(waker) = &self.waker {
            let _ = waker.send(());
        }
    }

    /// Records the directories in which `reads` looked up paths. Returns `true` if some are new.
    fn note_lookups(&mut self, reads: &Dependencies) -> bool {
        let mut has_new = false;
        for path in reads.on_disk() {
            let folder = parent(&path);
            if !self.looked_up_folders.contains(folder) {
                has_new = self.looked_up_folders.insert(folder.into());
            }
        }
        has_new
    }

    /// Returns the directories in which analyses of open documents looked up paths.
    pub(crate) fn folders_looked_up(&mut self) -> BTreeSet<Box<str>> {
        let open = self.open.iter();
        let reads: Vec<_> = open.filter_map(|(_, open)| open.reads().cloned()).collect();
        self.looked_up_folders.clear();
        let mut looked_up = (*self.closed.looked_up.clone()).clone();
        for path in &looked_up {
            self.looked_up_folders.insert(parent(path).into());
        }
        for reads in reads {
            self.note_lookups(&reads);
            looked_up.extend(reads.on_disk().into_iter().map(Box::from));
        }
        looked_up
    }
}

/// A folder is loaded anew.
impl State {
    /// The open documents of `folder` as its workspace has them.
    pub(crate) fn parsed(&self, folder: &Path) -> Vec<Arc<Document>> {
        let Some(workspace) = self.folders.get(folder).map(Folder::workspace) else {
            return Vec::new();
        };
        let open = self.open.iter().map(|(_, open)| open);
        let parsed = open.filter(|open| open.location().folder == folder && open.is_parsed());
        parsed
            .filter_map(|open| workspace.document(&open.location().path).cloned())
            .collect()
    }

    /// Puts open documents into the new workspace of `folder`, and outdates those whose
    /// dependencies may have changed. The disk was not checked while the folder was loaded.
    pub(crate) fn put_back(&mut self, folder: &Path, parsed: Vec<Arc<Document>>) {
        self.insert_all(folder, parsed);
        self.disk_changed = true;
        self.look_at_disk();
    }

    fn insert_all(&mut self, folder: &Path, parsed: Vec<Arc<Document>>) {
        let Some(workspace) = self.folders.get_mut(folder).map(Folder::workspace_mut) else {
            return;
        };
        for document in parsed {
            workspace.insert(document);
        }
        self.outdate(folder, None);
    }

    /// Like [`Self::put_back`], for a first loading: running analyses just read the disk.
    /// Configuration and inventory files are known from now on.
    pub(crate) fn begin_with(&mut self, folder: &Path, parsed: Vec<Arc<Document>>) {
        self.insert_all(folder, parsed);
        self.disk_unseen = true;
        self.look_at_disk();
        let settings = self.folders.get(folder).map(Folder::settings_keys);
        let settings = settings.unwrap_or_default();
        for (_, open) in self.open.iter_mut() {
            let home = open.location();
            if home.folder == folder && settings.contains(&home.path) {
                open.outdate();
            }
        }
    }

    /// Lets every open document of `folder` be looked at anew: what is left out may be another
    /// question now.
    pub(crate) fn look_at_all(&mut self, folder: &Path) {
        self.closed.outdate_all();
        let is_broken = self.folders.get(folder).is_some_and(Folder::is_broken);
        for (_, open) in self.open.iter_mut() {
            if open.location().folder != folder {
                continue;
            }
            open.look_anew();
            if !is_broken {
                open.forget_left_out();
            }
        }
    }
}

/// Returns `true` if a language identifier means YAML: `yaml`, `yaml.azureml`, `azureml`.
fn is_yaml(language: &str) -> bool {
    let names = ["yaml", "yml", "azureml", "azml", "azure-ml"];
    language
        .split('.')
        .any(|part| names.iter().any(|name| part.eq_ignore_ascii_case(name)))
}
