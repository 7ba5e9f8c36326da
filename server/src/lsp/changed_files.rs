//! Files that change on disk. A known document is read again by itself; a new file or a changed configuration makes the
//! folder be loaded again, because only that knows what is left out.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use azml_rules::document::Document;

use super::folder::Loading;
use super::outgoing::Outgoing;
use super::schedule;
use super::state::{FolderId, Shared, State};
use crate::files;
use crate::guarded::guarded;

/// What one changed file asks for.
enum Step {
    /// Nothing here, or its text is open.
    Nothing,
    Read(FolderId),
    Load(FolderId),
    /// The folder is being loaded: look again afterwards.
    Later,
}

/// Works through the files that changed.
pub(super) fn look_at_changed_files(shared: &Arc<Shared>) {
    let changed = std::mem::take(&mut shared.lock().changed_files);
    shared.lock().disk_changed |= !changed.is_empty();
    for path in changed {
        let steps: Vec<Step> = {
            let state = shared.lock();
            state
                .folders
                .keys()
                .map(|id| step(&state, id, &path))
                .collect()
        };
        for step in steps {
            take(shared, &path, step);
        }
    }
    ask_the_disk_again(shared);
}

/// Finds out which open documents asked the disk for something that came or went.
fn ask_the_disk_again(shared: &Shared) {
    let readers = shared.lock().readers();
    for (url, reads, workspace) in readers {
        if !reads.is_some_and(|reads| reads.hold_on_disk(&workspace))
            && let Some(open) = shared.lock().open.get_mut(&url)
        {
            open.stale = true;
        }
    }
}

fn take(shared: &Arc<Shared>, path: &Path, step: Step) {
    match step {
        Step::Nothing => {}
        Step::Read(folder) => read_again(shared, &folder, path),
        Step::Load(folder) => schedule::load(shared, &mut shared.lock(), &folder),
        Step::Later => {
            shared.lock().changed_files.insert(path.to_owned());
        }
    }
}

fn step(state: &State, id: &FolderId, path: &Path) -> Step {
    let Some(folder) = state.folders.get(id) else {
        return Step::Nothing;
    };
    let key = files::key(path);
    let known = folder.workspace().document(&key).is_some();
    let settings = folder.is_settings_file(path);
    let inside =
        path.starts_with(&folder.root) && files::is_yaml(path) && !is_skipped(&folder.root, path);
    if !(known || settings || inside) {
        return Step::Nothing;
    }
    if settings {
        return Step::Load(id.clone());
    }
    if state.is_open(id, &key) {
        return Step::Nothing;
    }
    match (folder.loading, known) {
        (Loading::No, true) => Step::Read(id.clone()),
        (Loading::No, false) => Step::Load(id.clone()),
        _ => Step::Later,
    }
}

/// Whether a file is somewhere that is never looked into, so that `npm install` does not make us work.
fn is_skipped(root: &Path, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(root) else {
        return false;
    };
    inside.components().any(|part| match part {
        Component::Normal(name) => {
            name == "node_modules" || name.to_string_lossy().starts_with('.')
        }
        _ => false,
    })
}

fn read_again(shared: &Shared, id: &FolderId, path: &Path) {
    let key = files::key(path);
    let document = files::read_text(path)
        .ok()
        .and_then(|text| guarded(|| Document::new(key.clone(), text.text)).ok());
    let mut state = shared.lock();
    if state.is_open(id, &key) {
        return;
    }
    if let Some(folder) = state.folders.get_mut(id) {
        match document {
            Some(document) => folder.workspace_mut().insert(document),
            None => folder.workspace_mut().remove(&key),
        }
    }
    state.outdate(id, None);
    shared.send(Outgoing::Refresh(state.client));
}

/// Folders were opened and closed in the editor.
pub(super) fn change_folders(shared: &Arc<Shared>, added: &[PathBuf], removed: &[PathBuf]) {
    let mut state = shared.lock();
    for root in removed {
        state.folders.remove(root);
    }
    for root in added {
        state
            .folders
            .insert(root.clone(), super::folder::Folder::chosen(root));
    }
    let found = state.place_again();
    for id in added.iter().chain(&found) {
        schedule::load(shared, &mut state, id);
    }
    drop(state);
    shared.wake.notify_one();
}
