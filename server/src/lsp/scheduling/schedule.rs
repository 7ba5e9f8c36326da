//! Scheduler: one task that waits until work is due and queues every document that is; folders are
//! loaded next to it. The delay depends on the cost of the work ([`super::debounce`]). Each
//! document is analyzed and published separately, so that none waits for the slowest; at most one
//! analysis of it runs, and later changes are analyzed after it. The disk is not checked again
//! while the user types, but soon afterwards, since not every change on disk is notified.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout_at};
use tower_lsp::lsp_types::Url;

use super::publish;
use crate::lsp::session::changed_files;
use crate::lsp::session::state::{Shared, State};
use crate::times::DISK_RECHECK_AFTER;

/// Analyses what changed, until the server ends.
pub(crate) async fn run(shared: Arc<Shared>) {
    let (short, long) = (places(), places());
    loop {
        until_due(&shared).await;
        if shared.lock().begin_look_at_disk() {
            let round = shared.clone();
            // A panic outside of the guards must not end the loop: the next change starts the next
            // round.
            let _ = spawn_blocking(move || changed_files::look_at_changed_files(&round)).await;
        }
        for outdated in queued(&mut shared.lock()) {
            let places = if outdated.is_long { &long } else { &short };
            tokio::spawn(publish(shared.clone(), places.clone(), outdated.url));
        }
    }
}

/// Waits until something is due. What changes meanwhile may put it off.
async fn until_due(shared: &Shared) {
    loop {
        shared.wake_closed.notify_one();
        let due = shared.lock().next_due();
        match due {
            None => shared.wake.notified().await,
            Some(due) if due <= Instant::now() => return,
            Some(due) => {
                let _ = timeout_at(due, shared.wake.notified()).await;
            }
        }
    }
}

/// Limits the number of documents analyzed at a time; at least two, so that one does not block the other.
fn places() -> Arc<Semaphore> {
    let processors = available_parallelism().map_or(1, NonZero::get);
    Arc::new(Semaphore::new(processors.max(2)))
}

/// Analyzes a document as soon as there is a place.
async fn publish(shared: Arc<Shared>, places: Arc<Semaphore>, url: Url) {
    let place = places.acquire_owned().await;
    let (worker, outdated) = (shared.clone(), url.clone());
    let _ = spawn_blocking(move || publish::publish(&worker, &outdated)).await;
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
    sleep(DISK_RECHECK_AFTER).await;
    let mut state = shared.lock();
    if state.analyses == analyses {
        state.disk_unseen = true;
        state.look_at_disk();
        shared.wake.notify_one();
    }
}

/// A document to analyze.
struct Outdated {
    url: Url,
    is_parsed: bool,
    is_long: bool,
    length: usize,
}

/// The documents that are due, which are queued from now on. What is being typed in
/// comes first, others may only be affected by it; then what is short.
fn queued(state: &mut State) -> Vec<Outdated> {
    let mut outdated = Vec::new();
    for url in state.due_now() {
        let Some(open) = state.open.get_mut(&url) else {
            continue;
        };
        open.enter_queue();
        outdated.push(Outdated {
            is_parsed: open.is_parsed(),
            is_long: open.text().is_long(),
            length: open.text().length(),
            url,
        });
    }
    outdated.sort_by_key(|it| (it.is_parsed, it.length));
    outdated
}
