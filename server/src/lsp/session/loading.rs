//! Folders are loaded in the background, and results wait for them for a while.

use std::sync::Arc;
use std::time::SystemTime;

use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use tower_lsp::lsp_types::{MessageType, Url};

use super::folder::{Folder, FolderId};
use super::state::{Shared, State};
use crate::guarded::guarded;
use crate::loading;
use crate::loading::{Loaded, Request};
use crate::lsp::scheduling::client_message::Outgoing;
use crate::lsp::scheduling::publish;
use crate::times::{FOLDER_LOAD_MAX, FOLDER_SETTLE_MAX};
use crate::watch::ReadFolders;

/// Loads a folder in the background, once more if it is being loaded. `state` is locked by the
/// caller.
pub(crate) fn load(shared: &Arc<Shared>, state: &mut State, id: &FolderId) {
    let Some(folder) = state.folders.get_mut(id) else {
        return;
    };
    let Some(request) = folder.begin_loading() else {
        return;
    };
    let options = state.client.options(&shared.options);
    let request = Request { options, ..request };
    let (shared, id) = (shared.clone(), id.clone());
    if !folder.is_ready() {
        tokio::spawn(be_impatient(shared.clone(), id.clone()));
    }
    spawn_blocking(move || {
        let since = SystemTime::now();
        let loaded = guarded(|| {
            let loaded = loading::load_behind(&request, &shared.precedence);
            let read = ReadFolders::of(&loaded, since);
            (loaded, read)
        });
        if let Ok((loaded, _)) = &loaded {
            let count = loaded.workspace.documents().count();
            let took = since.elapsed().unwrap_or_default();
            let folder = id.display();
            let log = &shared.log;
            log.info(format_args!(
                "loaded {folder}: {count} documents in {took:?}"
            ));
        }
        finish(&shared, &id, loaded);
    });
}

/// Waits until the folder of `url` is loaded.
pub(crate) async fn loaded_around(shared: &Shared, url: &Url) {
    wait_until(shared, url, Folder::is_ready).await;
}

/// Waits a while until nothing of the folder of `url` is being read: what is edited on ground of
/// old files would be wrong.
pub(crate) async fn settled_around(shared: &Shared, url: &Url) {
    loaded_around(shared, url).await;
    let settled = wait_until(shared, url, |folder| !folder.is_loading());
    // Where it takes longer, the answer says so.
    let _ = timeout(FOLDER_SETTLE_MAX, settled).await;
}

/// Waits until every folder is loaded.
pub(crate) async fn all_loaded(shared: &Shared) {
    wait_while(shared, |state| {
        !state.folders.values().all(Folder::is_ready)
    })
    .await;
}

/// Waits a while until nothing of any folder is being read.
pub(crate) async fn all_settled(shared: &Shared) {
    let settled = wait_while(shared, |state| {
        state.folders.values().any(Folder::is_loading)
    });
    let _ = timeout(FOLDER_SETTLE_MAX, settled).await;
}

/// Waits until the folder of `url` is `so`; no longer where there is none.
async fn wait_until(shared: &Shared, url: &Url, so: impl Fn(&Folder) -> bool) {
    wait_while(shared, |state| {
        let folder = state.open.get(url).and_then(|open| state.folder_of(open));
        !folder.is_none_or(&so)
    })
    .await;
}

async fn wait_while(shared: &Shared, so: impl Fn(&State) -> bool) {
    loop {
        let loaded = shared.loaded.notified();
        tokio::pin!(loaded);
        loaded.as_mut().enable();
        if !so(&shared.lock()) {
            return;
        }
        loaded.await;
    }
}

async fn be_impatient(shared: Arc<Shared>, id: FolderId) {
    sleep(FOLDER_LOAD_MAX).await;
    if let Some(folder) = shared.lock().folders.get_mut(&id) {
        folder.make_ready();
    }
    shared.loaded.notify_waiters();
    shared.wake.notify_one();
}

fn finish(shared: &Arc<Shared>, id: &FolderId, loaded: Result<(Loaded, ReadFolders), String>) {
    let mut state = shared.lock();
    let Some(folder) = state.folders.get_mut(id) else {
        return;
    };
    let is_due_again = folder.end_loading();
    match loaded {
        Ok((loaded, read)) => {
            folder.take_read_folders(read);
            take(shared, &mut state, id, loaded);
        }
        Err(message) => {
            folder.make_ready();
            shared.send(Outgoing::Log(format!("{}: {message}", id.display())));
        }
    }
    state.closed.outdate();
    // What changed meanwhile waits for this.
    state.look_at_disk();
    watch_inventories(shared, &mut state, id);
    state.rewatch();
    shared.send(Outgoing::Refresh(state.client));
    if is_due_again {
        load(shared, &mut state, id);
    }
    drop(state);
    shared.loaded.notify_waiters();
    shared.wake.notify_one();
}

fn take(shared: &Shared, state: &mut State, id: &FolderId, loaded: Loaded) {
    // Open texts count, not what was just read from disk.
    let parsed = state.parsed(id);
    let Some(folder) = state.folders.get_mut(id) else {
        return;
    };
    let taken = folder.take(loaded);
    if let Some(news) = taken.news {
        shared.send(Outgoing::Show(MessageType::ERROR, news));
    }
    if taken.is_first {
        state.begin_with(id, parsed);
        publish::settle(shared, state, id);
    } else if taken.same_settings {
        state.put_back(id, parsed);
    } else {
        state.look_at_all(id);
    }
}

/// Lets the client watch inventories that are not where it looks already.
fn watch_inventories(shared: &Shared, state: &mut State, id: &FolderId) {
    let folder = state.folders.get(id);
    let names = folder.map(Folder::inventory_names).unwrap_or_default();
    let mut new = Vec::new();
    for name in names {
        if state.watched.insert(name.clone()) {
            new.push(name);
        }
    }
    if state.client.watches.by_client() && !new.is_empty() {
        shared.send(Outgoing::WatchNames(new));
    }
}

#[cfg(test)]
mod tests;
