//! The language server over standard input and output, with tower-lsp.
//!
//! Start with `backend`, the list of messages. [`session`] is the state, which notifications
//! change; `handlers` answer requests from a snapshot of it; [`scheduling`] decides when open
//! documents are analyzed and published, [`workspace_diagnostics`] does so for files that are not
//! open. [`transport`] reads and writes messages, [`protocol`] converts between our types and the
//! protocol's.
//!
//! Invariants: handlers change the state under its lock before their first `.await` (tower-lsp runs
//! them concurrently and only their beginnings in order) and hold no lock across one; analysis runs
//! on blocking threads; no task waits for the client ([`scheduling::client_queue`]); no message
//! ends the server ([`transport`]), but `exit` does, even if the client keeps the pipe open
//! ([`transport::tower_shim`]), and so does the end of the client ([`transport::parent_process`]).
//! Only handlers convert the results of `azml_ide`, and none of them changes the state.

mod backend;
mod handlers;
pub(crate) mod protocol;
pub(crate) mod scheduling;
pub(crate) mod session;
pub(crate) mod transport;
pub(crate) mod workspace_diagnostics;

use std::process::ExitCode;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tower_lsp::LspService;

use backend::Backend;
use handlers::dispatch::DocumentRequest as _;
use handlers::extensions::graph::GraphParams;
use handlers::extensions::plan::PlanParams;
use handlers::extensions::submission::SubmissionParams;
use handlers::table;
pub use session::log::{Log, LogLevel};
use session::state::Shared;
use transport::tower_shim::{Lifecycle, TowerShim};

use crate::config::Options;
use crate::times::EXIT_FLUSH;

/// Four messages are processed at once; in addition, standard input and output, analyses, and the
/// loading of folders need a thread each. The allocator reserves memory for each of them.
const BLOCKING_THREADS: usize = 8;

/// Serves on standard input and output until the client says `exit` or closes the pipe: success
/// only after `shutdown`, as the protocol asks.
pub fn run(options: Options, log: Log) -> ExitCode {
    let Ok(runtime) = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(BLOCKING_THREADS)
        .enable_all()
        .build()
    else {
        return ExitCode::from(2);
    };
    let (input, output) = (tokio::io::stdin(), tokio::io::stdout());
    let end = runtime.block_on(serve_logged(options, log, input, output));
    // The thread that reads standard input cannot be stopped while the client keeps the pipe open.
    runtime.shutdown_background();
    match end {
        End::AfterShutdown => ExitCode::SUCCESS,
        End::Sudden => ExitCode::FAILURE,
    }
}

/// End of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// After a `shutdown` request.
    AfterShutdown,
    /// Without a `shutdown` request.
    Sudden,
}

/// Serves a client that writes to `input` and reads from `output`, until it says `exit` or closes
/// `input`. For tests and fuzzing, which need no process.
pub async fn serve(
    options: Options,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite,
) -> End {
    serve_logged(options, Log::default(), input, output).await
}

async fn serve_logged(
    options: Options,
    log: Log,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite,
) -> End {
    let lifecycle = Arc::new(Lifecycle::default());
    let (sender, queue) = scheduling::client_queue::queue();
    let shared = Arc::new(Shared::new(sender, options, log.clone()));
    let secrets = shared.secrets.clone();
    let service = LspService::build(|client| Backend::new(client, shared, queue));
    let (service, socket) = service
        .custom_method("$/setTrace", Backend::set_trace)
        .custom_method(table::WORKSPACE_LIST.method, Backend::workspace_list)
        .custom_method("azml-ls/cursor", Backend::cursor)
        .custom_method("notebookDocument/didOpen", Backend::notebook_opened)
        .custom_method("notebookDocument/didChange", Backend::notebook_changed)
        .custom_method("notebookDocument/didClose", Backend::notebook_closed)
        .custom_method(GraphParams::HANDLER.method, Backend::graph)
        .custom_method(PlanParams::HANDLER.method, Backend::plan)
        .custom_method(SubmissionParams::HANDLER.method, Backend::submission)
        .custom_method(table::REPORT.method, Backend::report)
        .custom_method("azml-ls/rulePage", Backend::rule_page)
        .custom_method(transport::raw_json::DIAGNOSTIC, Backend::diagnostic)
        .custom_method(transport::raw_json::DOCUMENT_LINK, Backend::document_link)
        .custom_method(
            transport::raw_json::DOCUMENT_SYMBOL,
            Backend::document_symbol,
        )
        .custom_method(transport::raw_json::FOLDING_RANGE, Backend::folding_range)
        .custom_method(
            transport::raw_json::SEMANTIC_TOKENS_FULL,
            Backend::semantic_tokens_full,
        )
        .finish();
    let service = TowerShim::new(service, lifecycle.clone(), log.clone());
    tokio::select! {
        () = transport::stdio::serve(service, socket, (input, output), (&log, &secrets)) => {}
        () = async {
            lifecycle.exit().await;
            tokio::time::sleep(EXIT_FLUSH).await;
        } => {}
    }
    if lifecycle.was_shut_down() {
        End::AfterShutdown
    } else {
        End::Sudden
    }
}
