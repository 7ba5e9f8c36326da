//! Notifications of the client. Each changes the state under its lock before the first `.await`,
//! and wakes the tasks that depend on it: tower-lsp runs handlers concurrently and only their
//! beginnings in order.

use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tokio::task::spawn_blocking;
use tower_lsp::lsp_types::{
    DidChangeTextDocumentParams, FileRename, InitializeParams, Position, TextDocumentIdentifier,
    TextDocumentItem, Url, WorkspaceFolder, WorkspaceFoldersChangeEvent,
};

use super::folder::Folder;
use super::open_document::OpenDocument;
use super::state::{Shared, State};
use super::state_reader::StateReader;
use super::{loading, watching};
use crate::guarded::guarded;
use crate::lsp::handlers::actions::file_rename;
use crate::lsp::handlers::actions::file_rename::When;
use crate::lsp::protocol::client_features::ClientFeatures;
use crate::lsp::protocol::uri;
use crate::lsp::scheduling::client_message::Outgoing;
use crate::lsp::scheduling::publish;
use crate::lsp::workspace_diagnostics::store::{ClosedFile, DiagnosticMode};

/// The client introduces itself.
pub(crate) fn introduced(shared: &Shared, params: InitializeParams) -> ClientFeatures {
    let roots = roots(&params);
    let mut state = shared.lock();
    state.client_name = params.client_info.as_ref().map(|client| {
        let version = client.version.as_deref().unwrap_or("of an unknown version");
        format!("{} {version}", client.name)
    });
    let name = state.client_name.as_deref().unwrap_or("unknown");
    let version = env!("CARGO_PKG_VERSION");
    shared
        .log
        .info(format_args!("azml-ls {version}, client {name}"));
    state.client = ClientFeatures::new(params);
    choose(&mut state, &roots);
    state.client
}

/// The client is ready: from now on the server may send it requests.
pub(crate) fn initialized(shared: &Arc<Shared>) {
    watching::start(shared);
    let mut state = shared.lock();
    load_all(shared, &mut state);
    if state.client.watches.by_client() {
        shared.send(Outgoing::Watch);
    }
    if state.client.asks_about_cells {
        shared.send(Outgoing::RegisterCells);
    }
}

/// A document is opened.
pub(crate) fn opened(shared: &Arc<Shared>, opened: TextDocumentItem) {
    let mut state = shared.lock();
    let (language, text) = (opened.language_id, opened.text);
    // Two addresses of a file are one document: the newer one counts.
    let other = state.open.opened(&opened.uri).map(|(url, _)| url.clone());
    if let Some(other) = other.filter(|it| *it != opened.uri) {
        close(shared, &mut state, other);
    }
    let url = opened.uri.clone();
    let new = state.open(opened.uri, &language, opened.version, &text);
    if let Some(cleared) = state.leave_to_open(&url) {
        shared.send(Outgoing::Diagnostics(cleared, Vec::new(), None));
    }
    if let Some(folder) = new {
        loading::load(shared, &mut state, &folder);
    }
    drop(state);
    shared.wake.notify_one();
}

/// The text of an open document is changed.
pub(crate) fn changed(shared: &Shared, params: &DidChangeTextDocumentParams) {
    let document = &params.text_document;
    let mut state = shared.lock();
    state.change(&document.uri, document.version, &params.content_changes);
    publish::leave_others(shared, &mut state, &document.uri);
    drop(state);
    shared.wake.notify_one();
}

/// A document is closed: what was shown of it is cleared.
pub(crate) fn closed(shared: &Shared, url: Url) {
    let mut state = shared.lock();
    close(shared, &mut state, url);
    drop(state);
    shared.wake.notify_one();
}

/// Closes a document, and returns it.
pub(super) fn close(shared: &Shared, state: &mut State, url: Url) -> Option<OpenDocument> {
    let open = state.close(&url)?;
    state.closed.outdate();
    if !open.was_shown() || open.is_pulled(state.client.pulls) {
        return Some(open);
    }
    let wants_all = state.client.diagnostic_mode == DiagnosticMode::Workspace;
    if wants_all && uri::path_of(&url).is_some_and(|file| file.is_file()) {
        // What is shown stays until it was looked at as a file. It is sent again: Neovim drops it
        // with the text.
        let key = open.location().path.clone();
        let file = ClosedFile::closed(url.clone(), &open);
        shared.send(Outgoing::Diagnostics(url, file.shown().to_vec(), None));
        state.closed.insert(key, file);
    } else {
        shared.send(Outgoing::Diagnostics(url, Vec::new(), None));
    }
    Some(open)
}

/// A document is saved: its author has written what was to be written. (And for clients that watch
/// nothing: a saved `azml.yaml` counts from now on.)
pub(crate) fn saved(shared: &Shared, url: &Url) {
    publish::leave(shared, &mut shared.lock(), url);
    files_changed(shared, [url]);
}

/// Position of the cursor, from clients that send it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CursorParams {
    text_document: TextDocumentIdentifier,
    /// `None` when the author stops writing, wherever that is.
    position: Option<Position>,
}

/// The cursor moves to another line, or its author stops writing.
pub(crate) fn cursor_moved(shared: &Shared, params: &CursorParams) {
    let url = &params.text_document.uri;
    match params.position {
        Some(Position { line, .. }) => publish::leave_unless_in(shared, url, &(line..=line)),
        None => publish::leave(shared, &mut shared.lock(), url),
    }
}

/// Files are made, changed or deleted.
pub(crate) fn files_changed<'u>(shared: &Shared, urls: impl IntoIterator<Item = &'u Url>) {
    let paths = urls.into_iter().filter_map(uri::path_of);
    let mut state = shared.lock();
    state.changed_files.extend(paths);
    state.begin_revision();
    state.look_at_disk();
    drop(state);
    shared.wake.notify_one();
}

/// Files are made or deleted in the editor.
pub(crate) fn files_named<'u>(shared: &Shared, uris: impl IntoIterator<Item = &'u str>) {
    let urls: Vec<Url> = uris
        .into_iter()
        .filter_map(|uri| Url::parse(uri).ok())
        .collect();
    files_changed(shared, &urls);
}

/// Handles moved files. If the client did not request the additional edits before, they are sent now.
pub(crate) fn files_moved(shared: &Arc<Shared>, files: Vec<FileRename>) {
    let client = shared.lock().client;
    if client.asks_before_moves || !client.takes_edits {
        return tell_of_moves(shared, &files);
    }
    let shared = shared.clone();
    spawn_blocking(move || {
        // Uses the state of the folder before the move, since the new paths are not loaded yet.
        let edit = guarded(|| file_rename::moved(StateReader::new(&shared), &files, When::After));
        if let Ok(Some(edit)) = edit {
            shared.send(Outgoing::Edit(edit));
        }
        tell_of_moves(&shared, &files);
    });
}

fn tell_of_moves(shared: &Shared, files: &[FileRename]) {
    let both = files.iter().flat_map(|file| [&file.old_uri, &file.new_uri]);
    files_named(shared, both.map(String::as_str));
}

/// The user sets something in the editor.
pub(crate) fn options_changed(shared: &Arc<Shared>, options: &Value) {
    let mut state = shared.lock();
    let before = state.client;
    state.client.take_options(options);
    if (state.client.hints, state.client.lenses) != (before.hints, before.lenses) {
        shared.send(Outgoing::Refresh(state.client));
    }
    if state.client.schema_checks != before.schema_checks {
        state.outdate_all();
        shared.wake.notify_one();
    }
    if state.client.diagnostic_mode != before.diagnostic_mode {
        state.closed.outdate();
        shared.wake.notify_one();
    }
    if state.client.preview != before.preview {
        load_all(shared, &mut state);
    }
}

/// Folders are opened and closed in the editor.
pub(crate) fn folders_changed(shared: &Arc<Shared>, event: &WorkspaceFoldersChangeEvent) {
    let (added, removed) = (paths(&event.added), paths(&event.removed));
    let mut state = shared.lock();
    for root in &removed {
        state.folders.remove(root);
    }
    choose(&mut state, &added);
    state.closed.outdate();
    let around = state.move_all_home();
    for id in added.iter().chain(&around) {
        loading::load(shared, &mut state, id);
    }
    drop(state);
    shared.wake.notify_one();
}

pub(crate) fn load_all(shared: &Arc<Shared>, state: &mut State) {
    let ids: Vec<PathBuf> = state.folders.keys().cloned().collect();
    for id in ids {
        loading::load(shared, state, &id);
    }
}

fn choose(state: &mut State, roots: &[PathBuf]) {
    for root in roots {
        state.folders.insert(root.clone(), Folder::chosen(root));
    }
}

/// The folders of the client; those that are not on disk are left out.
fn roots(params: &InitializeParams) -> Vec<PathBuf> {
    if let Some(folders) = &params.workspace_folders {
        return paths(folders);
    }
    #[allow(deprecated)] // What clients without workspace folders send.
    let root = &params.root_uri;
    root.iter().filter_map(uri::path_of).collect()
}

fn paths(folders: &[WorkspaceFolder]) -> Vec<PathBuf> {
    let urls = folders.iter().map(|folder| &folder.uri);
    urls.filter_map(uri::path_of).collect()
}
