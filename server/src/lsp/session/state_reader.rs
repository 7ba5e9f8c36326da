//! The state for those who only look at it: this is all that `answers/` get to see.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use azml_rules::document::Document;
use tower_lsp::lsp_types::Url;

use super::folder::{Folder, WorkspaceSnapshot};
use super::log::Log;
use super::open_document::OpenDocument;
use super::state::Shared;
use crate::config::Options;
use crate::lsp::handlers::actions::folder_fix_cache::FolderFixCache;
use crate::lsp::protocol::client_features::ClientFeatures;
use crate::lsp::protocol::uri;
use crate::sandbox;

/// Read-only access to the current state.
#[derive(Clone, Copy)]
pub(crate) struct StateReader<'s>(&'s Shared);

/// Numbers of open documents and folders.
pub(crate) struct Counts {
    pub(crate) folders: usize,
    pub(crate) documents: usize,
    pub(crate) open: usize,
}

/// Relation of an analyzed document to the newest text of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpenText {
    /// The file is not open: the disk knows.
    NotOpen,
    /// It is, and this is its version.
    Same(i32),
    Changed,
}

impl<'s> StateReader<'s> {
    pub(crate) fn new(shared: &'s Shared) -> Self {
        Self(shared)
    }

    /// Returns the capabilities of the client and the options of its user.
    pub(crate) fn client(self) -> ClientFeatures {
        self.0.lock().client
    }

    /// The name of the client, with its version.
    pub(crate) fn client_name(self) -> Option<String> {
        self.0.lock().client_name.clone()
    }

    /// Returns the options with which the server was started.
    pub(crate) fn options(self) -> &'s Options {
        &self.0.options
    }

    pub(crate) fn log(self) -> &'s Log {
        &self.0.log
    }

    /// Returns the cache of the rules with fixes anywhere in a folder.
    pub(crate) fn folder_fix_cache(self) -> &'s FolderFixCache {
        &self.0.folder_fix_cache
    }

    /// Returns the numbers of open documents and folders.
    pub(crate) fn counts(self) -> Counts {
        let state = self.0.lock();
        let folders = state.folders.values();
        Counts {
            folders: state.folders.len(),
            documents: folders.map(|it| it.workspace().documents().count()).sum(),
            open: state.open.iter().count(),
        }
    }

    /// The paths of configuration and inventory files that count.
    pub(crate) fn settings_files(self) -> BTreeSet<String> {
        let state = self.0.lock();
        let folders = state.folders.values();
        let keys = folders.flat_map(Folder::settings_keys);
        keys.map(|key| key.to_string()).collect()
    }

    /// The addresses of open files.
    pub(crate) fn file_urls(self) -> FileUrls {
        let mut urls = HashMap::new();
        for (url, open) in self.0.lock().open.iter() {
            urls.entry(open.location().path.clone())
                .or_insert_with(|| url.clone());
        }
        FileUrls(urls)
    }

    /// The version of an open document.
    pub(crate) fn version_of(self, url: &Url) -> Option<i32> {
        self.0.lock().open.get(url).map(OpenDocument::version)
    }

    /// Compares `document` with the newest text of `url`.
    pub(crate) fn open_text(self, url: &Url, document: Option<&Arc<Document>>) -> OpenText {
        let state = self.0.lock();
        let Some(open) = state.open.get(url) else {
            return OpenText::NotOpen;
        };
        let newest = state
            .folder_of(open)
            .and_then(|folder| folder.workspace().document(&open.location().path));
        match newest.zip(document) {
            // A folder has its own copy of a file that belongs to another one.
            Some((newest, looked_at))
                if open.is_parsed()
                    && (Arc::ptr_eq(newest, looked_at) || newest.text() == looked_at.text()) =>
            {
                OpenText::Same(open.version())
            }
            _ => OpenText::Changed,
        }
    }

    /// Returns `true` if the user has opened the file with this key, or a folder that contains it.
    /// A document that is open without a folder includes its project.
    pub(crate) fn is_opened(self, document: &Url, path: &str) -> bool {
        let state = self.0.lock();
        let is_open = |open: &OpenDocument| *open.location().path == *path;
        let own = state.open.get(document).and_then(|it| state.folder_of(it));
        let file = Path::new(path);
        state.folders.values().any(|it| it.is_chosen_for(file))
            || state.open.iter().any(|(_, open)| is_open(open))
            || own.is_some_and(|own| !own.is_chosen() && sandbox::is_within(file, own.root()))
    }

    /// The text of the file with this key, where it is open.
    pub(crate) fn text_of(self, path: &str) -> Option<String> {
        let state = self.0.lock();
        let mut open = state.open.iter();
        let (_, open) = open.find(|(_, open)| *open.location().path == *path)?;
        Some(open.text().text())
    }

    /// Returns `true` if the file with this key is open.
    pub(crate) fn is_open(self, path: &str) -> bool {
        let state = self.0.lock();
        state
            .open
            .iter()
            .any(|(_, open)| *open.location().path == *path)
    }

    /// Returns `true` if the user has opened the file with this key, or a folder that contains it.
    pub(crate) fn is_editable(self, path: &str) -> bool {
        let state = self.0.lock();
        let mut folders = state.folders.values();
        folders.any(|it| it.is_chosen_for(Path::new(path)))
            || state
                .open
                .iter()
                .any(|(_, open)| *open.location().path == *path)
    }

    /// Returns `true` if the folder of an open document is being loaded.
    pub(crate) fn is_loading_around(self, url: &Url) -> bool {
        let state = self.0.lock();
        let folder = state.open.get(url).and_then(|open| state.folder_of(open));
        folder.is_some_and(Folder::is_loading)
    }

    /// Every folder.
    pub(crate) fn views(self) -> Vec<WorkspaceSnapshot> {
        let state = self.0.lock();
        state.folders.values().map(Folder::view).collect()
    }

    /// A folder that has the file with this key.
    pub(crate) fn view_with(self, path: &str) -> Option<WorkspaceSnapshot> {
        let state = self.0.lock();
        let mut folders = state.folders.values();
        let folder = folders.find(|folder| folder.workspace().document(path).is_some());
        folder.map(Folder::view)
    }
}

/// The addresses of files: as the client calls them where they are open.
pub(crate) struct FileUrls(HashMap<Arc<str>, Url>);

impl FileUrls {
    /// The address of the file with this key.
    pub(crate) fn of(&self, path: &str) -> Option<Url> {
        let open = self.0.get(path).cloned();
        open.or_else(|| uri::of_path(path))
    }
}
