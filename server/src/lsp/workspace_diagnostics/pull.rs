//! Answers to `workspace/diagnostic`, requests for the diagnostics of whole folders.
//!
//! A file whose diagnostics the client has already is "unchanged". If all are, the answer waits for
//! a change, so that a client that pulls continuously (VS Code does every two seconds) costs
//! nothing. The first request of a client without support for partial results is answered at once:
//! it may be waiting to show a list.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::time::{Instant, timeout_at};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{Diagnostic, Url, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport};

use super::store::DiagnosticMode;
use crate::lsp::handlers::dispatch::in_background;
use crate::lsp::handlers::editing::diagnostic_report;
use crate::lsp::handlers::editing::diagnostic_report::FileDiagnostics;
use crate::lsp::scheduling::client_message::Outgoing;
use crate::lsp::scheduling::publish;
use crate::lsp::session::folder::Folder;
use crate::lsp::session::state::{Shared, State};
use crate::times::WORKSPACE_PULL_MAX;

/// Returns the diagnostics of the client's folders.
pub(crate) async fn pull(
    shared: &Arc<Shared>,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReport> {
    for url in shared.lock().closed.begin_pull() {
        // Until now its diagnostics were published.
        shared.send(Outgoing::Diagnostics(url, Vec::new(), None));
    }
    let _waiting = PendingPull::new(shared);
    let takes_parts = params.partial_result_params.partial_result_token.is_some();
    let previous = params.previous_result_ids.into_iter();
    let previous: BTreeMap<Url, String> = previous.map(|it| (it.uri, it.value)).collect();
    let may_wait = takes_parts || !previous.is_empty();
    let previous = Arc::new(previous);
    let until = Instant::now() + WORKSPACE_PULL_MAX;
    loop {
        let looked_at = shared.closed_looked_at.notified();
        tokio::pin!(looked_at);
        looked_at.as_mut().enable();
        let is_last = until <= Instant::now();
        if is_last || shared.lock().is_closed_current() {
            let (worker, previous) = (shared.clone(), previous.clone());
            let (report, is_news) = in_background(move || report(&worker, &previous)).await?;
            if is_news || !may_wait || is_last {
                return Ok(report);
            }
        }
        let _ = timeout_at(until, looked_at).await;
    }
}

/// Request that waits: while there is one, the client need not be notified to pull again.
struct PendingPull<'s>(&'s Shared);

impl<'s> PendingPull<'s> {
    fn new(shared: &'s Shared) -> Self {
        shared.lock().closed.begin_waiting();
        Self(shared)
    }
}

impl Drop for PendingPull<'_> {
    fn drop(&mut self) {
        self.0.lock().closed.end_waiting();
    }
}

/// The report on all files, and whether the client has not seen all of it.
fn report(
    shared: &Arc<Shared>,
    previous: &BTreeMap<Url, String>,
) -> (WorkspaceDiagnosticReport, bool) {
    let (mut files, open) = {
        let state = shared.lock();
        (closed(&state), open(&state))
    };
    let mut unknown = Vec::new();
    for (url, version) in open {
        match found_in_open(shared, &url) {
            Some(found) => files.push(FileDiagnostics {
                url,
                version: Some(version),
                found,
            }),
            // The file was edited meanwhile; the client requests its diagnostics by itself.
            None => unknown.push(url),
        }
    }
    diagnostic_report::of_folder(files, &unknown, previous)
}

/// Returns the diagnostics that the client has of an open document, or gets with its next pull. This is a separate
/// request, so its answer must not be taken for one to `textDocument/diagnostic`.
fn found_in_open(shared: &Arc<Shared>, url: &Url) -> Option<Vec<Diagnostic>> {
    let known = {
        let state = shared.lock();
        let open = state.open.get(url)?;
        open.was_shown().then(|| open.shown().to_vec())
    };
    known.or_else(|| publish::pull(shared, url))
}

fn closed(state: &State) -> Vec<FileDiagnostics> {
    let files = state.closed.iter();
    files
        .map(|(_, file)| FileDiagnostics {
            url: file.url.clone(),
            version: None,
            found: file.shown().to_vec(),
        })
        .collect()
}

/// The open documents in the folders of the client, with their versions.
fn open(state: &State) -> Vec<(Url, i32)> {
    let mut all = Vec::new();
    if state.client.diagnostic_mode == DiagnosticMode::OpenFilesOnly {
        return all;
    }
    for (url, open) in state.open.iter() {
        let folder = state.folder_of(open);
        if folder.is_some_and(Folder::is_chosen) && !open.is_silent() {
            all.push((url.clone(), open.version()));
        }
    }
    all
}
