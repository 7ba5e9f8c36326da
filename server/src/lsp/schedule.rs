//! When work is done: one task that waits for changes, lets a burst pass, and queues every document
//! that is outdated; folders are loaded beside it. Each document is analyzed and published for
//! itself, so that nobody waits for the slowest; at most one analysis of it runs, and what changes
//! meanwhile is looked at in the next round. While somebody types, the disk is not asked again; a
//! little later it is, since not every change on it is told.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};
use tower_lsp::lsp_types::Url;

use super::folder::Folder;
use super::state::{Shared, State};
use super::{analysis, changed_files};

/// How long nothing must have changed.
const QUIET: Duration = Duration::from_millis(50);
/// How long a burst may hold up results.
const LONGEST_BURST: Duration = Duration::from_millis(400);

/// How long nothing must have been analyzed before the disk is asked again what it was asked.
const UNSEEN: Duration = Duration::from_secs(1);

/// Texts from this size on have places of their own, so that no number of them holds up the others.
const LONG: usize = 128 * 1024;

/// Analyses what changed, until the server ends.
pub(super) async fn run(shared: Arc<Shared>) {
    let (short, long) = (places(), places());
    loop {
        shared.wake.notified().await;
        let first = Instant::now();
        while first.elapsed() < LONGEST_BURST
            && timeout(QUIET, shared.wake.notified()).await.is_ok()
        {}
        let round = shared.clone();
        // A panic outside of the guards must not end the loop: the next change starts the next
        // round.
        let _ = spawn_blocking(move || changed_files::look_at_changed_files(&round)).await;
        for outdated in queued(&mut shared.lock()) {
            let places = if outdated.length < LONG {
                &short
            } else {
                &long
            };
            tokio::spawn(publish(shared.clone(), places.clone(), outdated.url));
        }
    }
}

/// For so many documents at a time; two at least, so that one does not hold up the other.
fn places() -> Arc<Semaphore> {
    let processors = available_parallelism().map_or(1, NonZero::get);
    Arc::new(Semaphore::new(processors.max(2)))
}

/// Analyzes a document as soon as there is a place.
async fn publish(shared: Arc<Shared>, places: Arc<Semaphore>, url: Url) {
    let place = places.acquire_owned().await;
    let (worker, outdated) = (shared.clone(), url.clone());
    let _ = spawn_blocking(move || analysis::publish(&worker, &outdated)).await;
    drop(place);
    let analyses = {
        let mut state = shared.lock();
        if let Some(open) = state.open.get_mut(&url) {
            open.leave_queue();
            if open.is_outdated() {
                shared.wake.notify_one();
            }
        }
        state.analyses
    };
    sleep(UNSEEN).await;
    let mut state = shared.lock();
    if state.analyses == analyses {
        state.disk_unseen = true;
        shared.wake.notify_one();
    }
}

/// A document to analyze.
struct Outdated {
    url: Url,
    is_parsed: bool,
    length: usize,
}

/// The outdated documents that are not queued yet, which are from now on. What is being typed in
/// comes first, others may only be affected by it; then what is short.
fn queued(state: &mut State) -> Vec<Outdated> {
    let State { open, folders, .. } = state;
    let mut outdated = Vec::new();
    for (url, open) in open.iter_mut() {
        let folder = folders.get(&open.home().folder);
        if !folder.is_some_and(Folder::is_ready) || !open.is_outdated() || !open.enter_queue() {
            continue;
        }
        outdated.push(Outdated {
            url: url.clone(),
            is_parsed: open.is_parsed(),
            length: open.text().length(),
        });
    }
    outdated.sort_by_key(|it| (it.is_parsed, it.length));
    outdated
}
