//! The language server over standard input and output, with tower-lsp.
//!
//! What must stay true: handlers change the state under its lock before their first `.await` (tower-lsp runs them
//! concurrently and only their beginnings in order); analysis runs on blocking threads; nobody waits for the client
//! ([`outgoing`]); the process ends with `exit` even if the client keeps the pipe open ([`mended_service`]).

mod analysis;
mod answers;
mod backend;
mod changed_files;
mod client;
mod convert;
mod document;
mod folder;
mod mended_service;
mod outgoing;
mod schedule;
mod state;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tower_lsp::{LspService, Server};

use backend::Backend;
use mended_service::{Guard, Seen};
use state::Shared;

use crate::files::Options;

/// Messages that are worked on at a time. Requests wait in it for blocking threads, and a full one would hold up the
/// changes behind them.
const CONCURRENCY: usize = 256;

/// How long answers may still be written after `exit`.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Serves until the client says `exit` or closes the pipe: success only after `shutdown`, as the protocol asks.
#[must_use]
pub fn run(options: Options) -> ExitCode {
    let Ok(runtime) = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    else {
        return ExitCode::from(2);
    };
    let seen = Arc::new(Seen::default());
    runtime.block_on(serve(options, seen.clone()));
    // The thread that reads standard input cannot be stopped while the client keeps the pipe open.
    runtime.shutdown_background();
    if seen.shutdown() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

async fn serve(options: Options, seen: Arc<Seen>) {
    let (sender, queue) = outgoing::queue();
    let shared = Arc::new(Shared::new(sender, options));
    let service = LspService::build(|client| Backend::new(client, shared, queue));
    let (service, socket) = service
        .custom_method("azml-ls/graph", Backend::graph)
        .finish();
    let server =
        Server::new(tokio::io::stdin(), tokio::io::stdout(), socket).concurrency_level(CONCURRENCY);
    tokio::select! {
        () = server.serve(Guard::new(service, seen.clone())) => {}
        () = async {
            seen.exit().await;
            tokio::time::sleep(LAST_WORDS).await;
        } => {}
    }
}
