//! When work is done: one task that waits for changes, lets a burst pass, and analyses what is outdated; folders are
//! loaded beside it. At most one analysis of a document runs, and what changes meanwhile is looked at in the next round.

use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};
use tower_lsp::lsp_types::{MessageType, Url};

use super::folder::{Folder, Loading};
use super::outgoing::Outgoing;
use super::state::{FolderId, Open, Shared, State};
use super::{analysis, changed_files};
use crate::files;
use crate::guarded::guarded;

/// How long nothing must have changed.
const QUIET: Duration = Duration::from_millis(50);
/// How long a burst may hold up results.
const LONGEST_BURST: Duration = Duration::from_millis(400);
/// How long results wait for a folder: they may need what its other files say.
const PATIENCE: Duration = Duration::from_secs(2);

/// Analyses what changed, until the server ends.
pub(super) async fn run(shared: Arc<Shared>) {
    loop {
        shared.wake.notified().await;
        let first = Instant::now();
        while first.elapsed() < LONGEST_BURST
            && timeout(QUIET, shared.wake.notified()).await.is_ok()
        {}
        let round = shared.clone();
        // A panic outside of the guards must not end the loop: the next change starts the next round.
        let _ = spawn_blocking(move || analyse(&round)).await;
    }
}

fn analyse(shared: &Arc<Shared>) {
    changed_files::look_at_changed_files(shared);
    // What is being typed in comes first; others may only be affected by it.
    publish(shared, |open| open.parsed != Some(open.stamp));
    publish(shared, |_| true);
}

fn publish(shared: &Shared, wanted: impl Fn(&Open) -> bool) {
    let urls: Vec<Url> = {
        let state = shared.lock();
        let ready = |open: &Open| {
            state
                .folders
                .get(&open.folder)
                .is_some_and(|folder| folder.ready)
        };
        let outdated = state
            .open
            .iter()
            .filter(|(_, open)| open.stale && wanted(open) && ready(open));
        outdated.map(|(url, _)| url.clone()).collect()
    };
    urls.par_iter()
        .for_each(|url| analysis::publish(shared, url));
}

/// Loads a folder in the background, once more if it is being loaded. `state` is locked by the caller.
pub(super) fn load(shared: &Arc<Shared>, state: &mut State, id: &FolderId) {
    let Some(folder) = state.folders.get_mut(id) else {
        return;
    };
    if folder.loading != Loading::No {
        folder.loading = Loading::Again;
        return;
    }
    folder.loading = Loading::Yes;
    let request = files::Request {
        options: shared.options.clone(),
        ..folder.request()
    };
    let (shared, id) = (shared.clone(), id.clone());
    if !folder.ready {
        tokio::spawn(be_impatient(shared.clone(), id.clone()));
    }
    spawn_blocking(move || {
        let loaded = guarded(|| files::load(&request));
        finish(&shared, &id, loaded);
    });
}

fn finish(shared: &Arc<Shared>, id: &FolderId, loaded: Result<files::Loaded, String>) {
    let mut state = shared.lock();
    let parsed = state.parsed(id);
    let Some(folder) = state.folders.get_mut(id) else {
        return;
    };
    let again = std::mem::replace(&mut folder.loading, Loading::No) == Loading::Again;
    match loaded {
        Ok(loaded) => {
            let taken = folder.take(loaded);
            if let Some(news) = taken.news {
                shared.send(Outgoing::Show(MessageType::ERROR, news));
            }
            // Open texts count, not what was just read from disk.
            match taken.same_settings {
                true => state.put_back(id, parsed),
                false => state.look_at_all(id),
            }
        }
        Err(message) => {
            folder.ready = true;
            shared.send(Outgoing::Log(format!("{}: {message}", id.display())));
        }
    }
    watch_inventories(shared, &mut state, id);
    shared.send(Outgoing::Refresh(state.client));
    if again {
        load(shared, &mut state, id);
    }
    drop(state);
    shared.loaded.notify_waiters();
    shared.wake.notify_one();
}

/// Lets the client watch inventories that are not where it looks already.
fn watch_inventories(shared: &Shared, state: &mut State, id: &FolderId) {
    let named = state
        .folders
        .get(id)
        .map(Folder::inventory_names)
        .unwrap_or_default();
    let new: Vec<String> = named
        .into_iter()
        .filter(|name| state.watched.insert(name.clone()))
        .collect();
    if state.client.watches && !new.is_empty() {
        shared.send(Outgoing::WatchNames(new));
    }
}

async fn be_impatient(shared: Arc<Shared>, id: FolderId) {
    sleep(PATIENCE).await;
    if let Some(folder) = shared.lock().folders.get_mut(&id) {
        folder.ready = true;
    }
    shared.loaded.notify_waiters();
    shared.wake.notify_one();
}

/// Waits until the folder of `url` is loaded.
pub(super) async fn folder_of(shared: &Shared, url: &Url) {
    loop {
        let loaded = shared.loaded.notified();
        tokio::pin!(loaded);
        loaded.as_mut().enable();
        let waits = {
            let state = shared.lock();
            let folder = state
                .open
                .get(url)
                .and_then(|open| state.folders.get(&open.folder));
            folder.is_some_and(|folder| !folder.ready)
        };
        if !waits {
            return;
        }
        loaded.await;
    }
}
