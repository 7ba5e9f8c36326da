//! When work is done: one task that waits for changes, lets a burst pass, and analyzes what is
//! outdated; folders are loaded beside it. At most one analysis of a document runs, and what
//! changes meanwhile is looked at in the next round.

use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout};
use tower_lsp::lsp_types::Url;

use super::folder::Folder;
use super::open_document::OpenDocument;
use super::state::{Shared, State};
use super::{analysis, changed_files};

/// How long nothing must have changed.
const QUIET: Duration = Duration::from_millis(50);
/// How long a burst may hold up results.
const LONGEST_BURST: Duration = Duration::from_millis(400);

/// Analyses what changed, until the server ends.
pub(super) async fn run(shared: Arc<Shared>) {
    loop {
        shared.wake.notified().await;
        let first = Instant::now();
        while first.elapsed() < LONGEST_BURST
            && timeout(QUIET, shared.wake.notified()).await.is_ok()
        {}
        let round = shared.clone();
        // A panic outside of the guards must not end the loop: the next change starts the next
        // round.
        let _ = spawn_blocking(move || analyze_changed(&round)).await;
    }
}

fn analyze_changed(shared: &Arc<Shared>) {
    changed_files::look_at_changed_files(shared);
    // What is being typed in comes first; others may only be affected by it.
    publish_outdated(shared, |open| !open.is_parsed());
    publish_outdated(shared, |_| true);
}

/// Analyses the outdated documents whose turn it is.
fn publish_outdated(shared: &Shared, is_turn: impl Fn(&OpenDocument) -> bool) {
    let outdated = outdated(&shared.lock(), is_turn);
    outdated
        .par_iter()
        .for_each(|url| analysis::publish(shared, url));
}

fn outdated(state: &State, is_turn: impl Fn(&OpenDocument) -> bool) -> Vec<Url> {
    let mut outdated = Vec::new();
    for (url, open) in &state.open {
        let is_ready = state.folder_of(open).is_some_and(Folder::is_ready);
        if is_ready && open.is_outdated() && is_turn(open) {
            outdated.push(url.clone());
        }
    }
    outdated
}
