//! File watcher of the server, for changes that clients do not report, or not reliably.
//!
//! One thread owns the watcher. It is woken ([`Shared::rewatch`]) when a folder was loaded and when
//! an analysis looked up a path in a directory that is not watched yet; its events go to
//! `changed_files` as if the client had sent them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Weak};

use super::folder::Folder;
use super::state::{Shared, State};
use crate::lsp::protocol::client_features::Watches;
use crate::watch::{Change, Fallback, ReadFolders, Watcher};

/// Watches from now on what the client does not. Where no thread is to be had, only the client
/// tells of changes.
pub(crate) fn start(shared: &Arc<Shared>) {
    let watches = shared.lock().client.watches;
    let fallback = match watches {
        Watches::Unwatched | Watches::OnlyClient => return,
        Watches::ClientAndServer => Fallback::Leave,
        Watches::OnlyServer => Fallback::Poll,
    };
    let (waker, woken) = channel();
    let weak = Arc::downgrade(shared);
    let thread = std::thread::Builder::new().spawn(move || run(&weak, fallback, &woken));
    if thread.is_ok() {
        shared.lock().waker = Some(waker);
    }
}

/// The client refuses to watch.
pub(crate) fn take_over(shared: &Arc<Shared>) {
    {
        let mut state = shared.lock();
        state.client.watches = Watches::OnlyServer;
        // Changes between the loading and this point were not reported.
        let folders = state.folders.values_mut();
        folders.for_each(Folder::forget_watching);
    }
    start(shared);
    shared.lock().rewatch();
}

/// Ends with the state, or when another thread takes over.
fn run(shared: &Weak<Shared>, fallback: Fallback, woken: &Receiver<()>) {
    let notified = shared.clone();
    let mut watcher = Watcher::new(fallback, move |change| {
        if let Some(shared) = notified.upgrade() {
            take(&shared, change);
        }
    });
    while woken.recv().is_ok() {
        while woken.try_recv().is_ok() {}
        let Some(shared) = shared.upgrade() else {
            return;
        };
        watch(&shared, &mut watcher);
    }
}

fn take(shared: &Shared, change: Change) {
    let mut state = shared.lock();
    match change {
        Change::At(paths) => state.changed_files.extend(paths),
        Change::Anywhere => state.anything_changed = true,
    }
    state.begin_revision();
    state.look_at_disk();
    drop(state);
    shared.wake.notify_one();
}

/// Watches what matters now, and finds out what changed in it before.
fn watch(shared: &Shared, watcher: &mut Watcher) {
    let (grounds, looked_up) = {
        let mut state = shared.lock();
        (grounds(&mut state), state.folders_looked_up())
    };
    let mut has_new = false;
    // A folder may have come before the one around it was watched: then it is found now.
    while watcher.watch(folders(&grounds, &looked_up)) {
        has_new = true;
    }
    let mut changed = Vec::new();
    for ground in grounds {
        if let Some(files) = ground.unwatched {
            changed.extend(ground.read.changed_meanwhile(&files));
        }
    }
    if has_new || !changed.is_empty() {
        let mut state = shared.lock();
        state.changed_files.extend(changed);
        state.disk_changed = true;
        state.look_at_disk();
        drop(state);
        shared.wake.notify_one();
    }
}

/// The folders to watch, as the disk is now.
fn folders(grounds: &[WatchedSources], looked_up: &BTreeSet<Box<str>>) -> BTreeSet<PathBuf> {
    let mut folders = BTreeSet::new();
    for ground in grounds {
        if ground.is_watched_whole {
            folders.extend(ground.read.watched().iter().cloned());
        }
        let looked_up = looked_up.iter().map(|path| Path::new(&**path));
        folders.extend(looked_up.filter_map(|path| ground.read.nearest_folder(path)));
    }
    folders
}

/// Directories and files from which a folder was loaded.
struct WatchedSources {
    read: Arc<ReadFolders>,
    is_watched_whole: bool,
    /// The files that were read and not watched since.
    unwatched: Option<Vec<PathBuf>>,
}

fn grounds(state: &mut State) -> Vec<WatchedSources> {
    let everything = state.client.watches == Watches::OnlyServer;
    let mut grounds = Vec::new();
    for folder in state.folders.values_mut() {
        // Clients watch the folders that are open in them, and no others.
        let is_watched_whole = everything || !folder.is_chosen();
        let is_new = folder.begin_watching();
        let unwatched = (is_new && is_watched_whole).then(|| files_of(folder));
        let read = folder.read_folders().cloned();
        grounds.extend(read.map(|read| WatchedSources {
            read,
            is_watched_whole,
            unwatched,
        }));
    }
    grounds
}

fn files_of(folder: &Folder) -> Vec<PathBuf> {
    let documents = folder.workspace().documents();
    documents
        .map(|document| PathBuf::from(document.path()))
        .collect()
}
