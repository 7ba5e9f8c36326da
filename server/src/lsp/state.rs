//! What the server knows: folders with their documents, and the texts that are open. One lock around all of it, held for
//! short moments and never across an `.await` or an analysis.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use azml_rules::document::Document;
use azml_rules::workspace::{Reads, Workspace};
use tokio::sync::Notify;
use tower_lsp::lsp_types::{Diagnostic, TextDocumentContentChangeEvent, Url};

use super::client::Features;
use super::document::TextDocument;
use super::folder::{Folder, Loading};
use super::outgoing::{Outgoing, Sender};
use crate::files::{self, Options};

/// A state of a text; no two are the same, also not before and after closing. (Versions of clients start anew.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stamp(u64);

/// The root of a folder, which names it.
pub(super) type FolderId = PathBuf;

/// An open document.
pub(super) struct Open {
    pub(super) text: TextDocument,
    pub(super) version: i32,
    pub(super) stamp: Stamp,
    pub(super) folder: FolderId,
    /// Its key in the folder's workspace.
    pub(super) path: Arc<str>,
    /// Not YAML: nothing is ever said about it.
    pub(super) foreign: bool,
    /// Whether `exclude` leaves it out, as on the command line; not known before the disk was asked.
    pub(super) left_out: Option<bool>,
    /// The state of the text that the folder's workspace has.
    pub(super) parsed: Option<Stamp>,
    /// What is shown may be outdated.
    pub(super) stale: bool,
    /// Its own text changed since something was shown: the client has moved or dropped marks by itself.
    pub(super) touched: bool,
    /// What the last analysis looked up: nothing has to be done while that says the same. `None` while one runs, which
    /// asks itself at its end whether it still holds.
    pub(super) reads: Option<Arc<Reads>>,
    /// What the client was told, or will be told when it asks.
    pub(super) shown: Option<Vec<Diagnostic>>,
}

impl Open {
    /// Whether nothing is said about it.
    pub(super) fn is_silent(&self) -> bool {
        self.foreign || self.left_out == Some(true) || self.text.is_too_large()
    }
}

/// Everything the server knows.
#[derive(Default)]
pub(super) struct State {
    pub(super) client: Features,
    pub(super) folders: BTreeMap<FolderId, Folder>,
    pub(super) open: BTreeMap<Url, Open>,
    /// Files that changed on disk and were not looked at yet.
    pub(super) changed_files: BTreeSet<PathBuf>,
    /// The disk may have other answers to what rules asked.
    pub(super) disk_changed: bool,
    /// Names of inventories that the client was asked to watch.
    pub(super) watched: BTreeSet<String>,
    stamps: u64,
}

/// The state with its lock, and the ways to wake those who work on it.
pub(super) struct Shared {
    state: Mutex<State>,
    /// Something is to be analysed.
    pub(super) wake: Notify,
    /// A folder is loaded.
    pub(super) loaded: Notify,
    pub(super) out: Sender,
    /// What the server was started with.
    pub(super) options: Options,
}

impl Shared {
    pub(super) fn new(out: Sender, options: Options) -> Self {
        Self {
            state: Mutex::default(),
            wake: Notify::new(),
            loaded: Notify::new(),
            out,
            options,
        }
    }

    /// The state. A panic elsewhere does not make it useless: every change under the lock is small and complete.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message into the queue; when nobody empties it any more, the server is ending.
    pub(super) fn send(&self, message: Outgoing) {
        let _ = self.out.send(message);
    }
}

impl State {
    fn stamp(&mut self) -> Stamp {
        self.stamps += 1;
        Stamp(self.stamps)
    }

    /// Takes over a document that was opened. Returns a folder that is to be loaded for it.
    pub(super) fn open(
        &mut self,
        url: Url,
        language: &str,
        version: i32,
        text: &str,
    ) -> Option<FolderId> {
        let (folder, path, new) = self.place(&url);
        let stamp = self.stamp();
        let foreign = !is_yaml(language) || !matches!(url.scheme(), "file" | "untitled");
        let text = TextDocument::new(text);
        let open = Open {
            text,
            version,
            stamp,
            folder: folder.clone(),
            path,
            foreign,
            left_out: None,
            parsed: None,
            stale: true,
            touched: true,
            reads: None,
            shown: None,
        };
        self.open.insert(url, open);
        new.then_some(folder)
    }

    /// Makes the changes of the client; `false` for a document that is not open.
    pub(super) fn change(
        &mut self,
        url: &Url,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) -> bool {
        let (stamp, unit) = (self.stamp(), self.client.unit);
        let Some(open) = self.open.get_mut(url) else {
            return false;
        };
        for change in changes {
            open.text.change(change, unit);
        }
        (open.version, open.stamp, open.stale, open.touched) = (version, stamp, true, true);
        true
    }

    /// Forgets an open document; what is on disk counts again.
    pub(super) fn close(&mut self, url: &Url) -> Option<Open> {
        let open = self.open.remove(url)?;
        if let Ok(path) = url.to_file_path() {
            self.changed_files.insert(path);
        } else if let Some(folder) = self.folders.get_mut(&open.folder) {
            folder.workspace_mut().remove(&open.path);
            self.outdate(&open.folder, None);
        }
        Some(open)
    }

    /// The folder and key of a document, and whether the folder is new.
    fn place(&mut self, url: &Url) -> (FolderId, Arc<str>, bool) {
        let Ok(file) = url.to_file_path() else {
            let id = FolderId::new();
            self.folders
                .entry(id.clone())
                .or_insert_with(Folder::unsaved);
            return (id, url.as_str().into(), false);
        };
        let file = files::absolute(&file);
        let path = files::key(&file);
        let chosen = self
            .folders
            .values()
            .filter(|folder| folder.chosen && file.starts_with(&folder.root));
        if let Some(folder) = chosen.max_by_key(|folder| folder.root.as_os_str().len()) {
            return (folder.root.clone(), path, false);
        }
        let (root, _) = files::project_folder(file.parent().unwrap_or(&file));
        let new = !self.folders.contains_key(&root);
        self.folders
            .entry(root.clone())
            .or_insert_with(|| Folder::around(&root, &file));
        (root, path, new)
    }

    /// Puts every open document into the folder that is now its own. Returns folders that are to be loaded.
    pub(super) fn place_again(&mut self) -> Vec<FolderId> {
        let urls: Vec<Url> = self.open.keys().cloned().collect();
        let mut new = Vec::new();
        for url in urls {
            let (folder, path, is_new) = self.place(&url);
            new.extend(is_new.then(|| folder.clone()));
            if let Some(open) = self.open.get_mut(&url) {
                (open.folder, open.path, open.parsed, open.stale) = (folder, path, None, true);
                open.left_out = None;
            }
        }
        new
    }

    /// Marks the open documents in `folder` whose findings may be others now, except the one that changed itself.
    pub(super) fn outdate(&mut self, folder: &Path, changed: Option<&Url>) {
        let Some(workspace) = self.folders.get(folder).map(Folder::workspace) else {
            return;
        };
        for (url, open) in self
            .open
            .iter_mut()
            .filter(|(_, open)| open.folder == folder && !open.stale)
        {
            open.stale = Some(url) != changed
                && open
                    .reads
                    .as_ref()
                    .is_some_and(|reads| !reads.hold(workspace));
        }
    }

    /// An analysis of `url` begins: what changes from here on makes it stale once more. Returns whether it was.
    pub(super) fn begin(&mut self, url: &Url) -> bool {
        let Some(open) = self.open.get_mut(url).filter(|open| open.stale) else {
            return false;
        };
        (open.stale, open.reads) = (false, None);
        true
    }

    /// Keeps what an analysis of `url` looked up; `false` where that changed meanwhile.
    pub(super) fn keep_reads(&mut self, url: &Url, reads: Option<Arc<Reads>>) -> bool {
        let Some(open) = self.open.get_mut(url) else {
            return true;
        };
        open.reads = reads;
        let folder = self.folders.get(&open.folder);
        let changed =
            |reads: &Arc<Reads>| folder.is_some_and(|folder| !reads.hold(folder.workspace()));
        let holds = !open.reads.as_ref().is_some_and(changed);
        open.stale |= !holds;
        holds
    }

    /// The open documents of `folder` as its workspace has them.
    pub(super) fn parsed(&self, folder: &Path) -> Vec<Arc<Document>> {
        let Some(workspace) = self.folders.get(folder).map(Folder::workspace) else {
            return Vec::new();
        };
        let own = self
            .open
            .values()
            .filter(|open| open.folder == folder && open.parsed == Some(open.stamp));
        own.filter_map(|open| workspace.document(&open.path))
            .cloned()
            .collect()
    }

    /// Puts open documents into the new workspace of `folder`, and marks those whose findings may be others now.
    pub(super) fn put_back(&mut self, folder: &Path, parsed: Vec<Arc<Document>>) {
        let Some(workspace) = self.folders.get_mut(folder).map(Folder::workspace_mut) else {
            return;
        };
        parsed
            .into_iter()
            .for_each(|document| workspace.insert(document));
        self.disk_changed = true;
        self.outdate(folder, None);
    }

    /// Lets every open document of `folder` be looked at anew: what is left out may be another question now.
    pub(super) fn look_at_all(&mut self, folder: &Path) {
        let keep_left_out = self.folders.get(folder).is_some_and(Folder::is_broken);
        for open in self.open.values_mut().filter(|open| open.folder == folder) {
            (open.parsed, open.reads, open.stale) = (None, None, true);
            open.left_out = open.left_out.filter(|_| keep_left_out);
        }
    }

    /// The open documents with what they looked up (unknown of those that are being analysed), and the workspace they
    /// would look it up in. Nobody as long as a folder is being loaded: that asks the disk anyway, and once more later.
    pub(super) fn readers(&mut self) -> Vec<(Url, Option<Arc<Reads>>, Arc<Workspace>)> {
        let loading = self
            .folders
            .values()
            .any(|folder| folder.loading != Loading::No);
        if loading || !std::mem::take(&mut self.disk_changed) {
            return Vec::new();
        }
        let reader = |(url, open): (&Url, &Open)| {
            Some((
                url.clone(),
                open.reads.clone(),
                self.folders.get(&open.folder)?.snapshot(),
            ))
        };
        self.open.iter().filter_map(reader).collect()
    }

    /// Whether the file with this key is open in `folder`.
    pub(super) fn is_open(&self, folder: &Path, path: &str) -> bool {
        self.open
            .values()
            .any(|open| &*open.path == path && open.folder == folder && !open.foreign)
    }

    /// Stores what was parsed, unless the text has changed since. Those that looked it up are
    /// looked at again.
    pub(super) fn store(&mut self, url: &Url, stamp: Stamp, document: Document) -> bool {
        let Some(open) = self.open.get_mut(url).filter(|open| open.stamp == stamp) else {
            return false;
        };
        let Some(folder) = self.folders.get_mut(&open.folder) else {
            return false;
        };
        if document.tree().errors().is_empty() {
            open.text.parsed_well();
        }
        open.parsed = Some(stamp);
        folder.workspace_mut().insert(document);
        let folder = open.folder.clone();
        self.outdate(&folder, Some(url));
        true
    }
}

/// Whether an editor's name of a language means YAML: `yaml`, `yaml.azureml`, `azureml`.
fn is_yaml(language: &str) -> bool {
    let names = ["yaml", "yml", "azureml", "azml", "azure-ml"];
    language
        .split('.')
        .any(|part| names.iter().any(|name| part.eq_ignore_ascii_case(name)))
}
