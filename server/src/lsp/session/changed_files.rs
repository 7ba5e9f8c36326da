//! Files that change on disk. A known document is read again by itself; a new file or a changed
//! configuration makes the folder be loaded again, because only that knows what is left out.

use std::collections::BTreeSet;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::document::Document;

use super::folder::{Folder, FolderId};
use super::state::{Shared, State};
use super::{loading, notifications};
use crate::discovery::{is_script, is_terraform};
use crate::loading::{may_be_found, read_again as read_from_disk};
use crate::lsp::scheduling::client_message::Outgoing;
use crate::sandbox;

/// Reaction to one changed file. A script is handled separately: most are irrelevant.
enum FileReaction {
    Read(FolderId),
    Load(FolderId),
    /// The folder is being loaded: look again afterwards.
    Wait,
}

/// Works through the files that changed.
pub(crate) fn look_at_changed_files(shared: &Arc<Shared>) {
    let changed = take_changed_files(shared);
    let mut folders_changed = false;
    for path in changed {
        let found = path.symlink_metadata();
        // What is gone may have been a folder.
        folders_changed |= found.as_ref().map_or(true, Metadata::is_dir);
        let is_folder = found.is_ok_and(|found| found.is_dir());
        let steps = steps(&shared.lock(), &path, is_folder);
        for step in steps {
            take(shared, &path, step);
        }
    }
    if folders_changed {
        shared.lock().rewatch();
    }
    ask_the_disk_again(shared);
}

fn take_changed_files(shared: &Arc<Shared>) -> BTreeSet<PathBuf> {
    let mut state = shared.lock();
    if std::mem::take(&mut state.anything_changed) {
        state.disk_changed = true;
        notifications::load_all(shared, &mut state);
    }
    let changed = std::mem::take(&mut state.changed_files);
    state.disk_changed |= !changed.is_empty();
    changed
}

/// Outdates the open documents whose analysis looked up a path that was created or deleted.
fn ask_the_disk_again(shared: &Shared) {
    let readers = shared.lock().readers();
    for (url, reads, workspace) in readers {
        if reads.is_some_and(|reads| workspace.disk_confirms(&reads)) {
            continue;
        }
        let mut state = shared.lock();
        state.begin_revision();
        if let Some(open) = state.open.get_mut(&url) {
            open.outdate();
        }
    }
}

fn take(shared: &Arc<Shared>, path: &Path, step: FileReaction) {
    match step {
        FileReaction::Read(folder) => read_again(shared, &folder, path),
        FileReaction::Load(folder) => loading::load(shared, &mut shared.lock(), &folder),
        FileReaction::Wait => {
            shared.lock().changed_files.insert(path.to_owned());
        }
    }
}

/// Returns the reaction to the file in each folder.
fn steps(state: &State, path: &Path, is_folder: bool) -> Vec<FileReaction> {
    let folders = state.folders.iter();
    folders
        .filter_map(|(id, folder)| step(state, (id, folder), path, is_folder))
        .collect()
}

/// `None` where there is nothing to do, or the text is open.
fn step(
    state: &State,
    (id, folder): (&FolderId, &Folder),
    path: &Path,
    is_folder: bool,
) -> Option<FileReaction> {
    if folder.is_settings_file(path) || folder.came_or_went(path, is_folder) {
        return Some(FileReaction::Load(id.clone()));
    }
    let key = sandbox::key(path);
    let is_known = folder.workspace().document(&key).is_some();
    let is_ours = is_known || may_be_found(folder.root(), path);
    if !is_ours || state.is_open(id, &key) {
        return None;
    }
    if folder.is_loading() {
        return Some(FileReaction::Wait);
    }
    let is_alone = is_known || is_script(path) || is_terraform(path);
    Some(if is_alone {
        FileReaction::Read(id.clone())
    } else {
        FileReaction::Load(id.clone())
    })
}

fn read_again(shared: &Arc<Shared>, id: &FolderId, path: &Path) {
    let key = sandbox::key(path);
    let document = read_from_disk(path);
    let mut state = shared.lock();
    if state.is_open(id, &key) {
        return;
    }
    if let Some(folder) = state.folders.get_mut(id) {
        let before = folder.workspace().document(&key).map(|it| it.text());
        if before == document.as_ref().map(Document::text) {
            // The same change was notified twice, or it was undone.
            return;
        }
        if before.is_none() {
            // Only a loading knows whether a new file is left out.
            loading::load(shared, &mut state, id);
            return;
        }
        match document {
            Some(document) => folder.workspace_mut().insert(document),
            None => folder.workspace_mut().remove(&key),
        }
    }
    state.outdate(id, None);
    shared.send(Outgoing::Refresh(state.client));
}
