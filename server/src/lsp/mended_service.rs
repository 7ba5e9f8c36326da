//! A service around tower-lsp's that mends two of its defects (0.20, measured):
//!
//! - After `exit` it waits for the client to close the pipe. Here `exit` is seen as it passes, and [`super::run`] leaves.
//! - lsp-types reads `workspace.diagnostic`; the protocol and its clients say `workspace.diagnostics`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use serde_json::Value;
use tokio::sync::Notify;
use tower_lsp::jsonrpc::Request;
use tower_service::Service;

/// What passed by.
#[derive(Default)]
pub(super) struct Seen {
    shutdown: AtomicBool,
    exit: Notify,
}

impl Seen {
    /// Waits for `exit`.
    pub(super) async fn exit(&self) {
        self.exit.notified().await;
    }

    /// Whether the client asked to shut down, as it must before `exit`.
    pub(super) fn shutdown(&self) -> bool {
        self.shutdown.load(Ordering::Acquire)
    }
}

/// The service inside, watched.
pub(super) struct Guard<S> {
    inner: S,
    seen: Arc<Seen>,
}

impl<S> Guard<S> {
    pub(super) fn new(inner: S, seen: Arc<Seen>) -> Self {
        Self { inner, seen }
    }
}

impl<S: Service<Request>> Service<Request> for Guard<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match request.method() {
            "shutdown" => self.seen.shutdown.store(true, Ordering::Release),
            "exit" => self.seen.exit.notify_one(),
            "initialize" => return self.inner.call(with_readable_diagnostics(request)),
            _ => {}
        }
        self.inner.call(request)
    }
}

/// Copies `capabilities.workspace.diagnostics` to the name that lsp-types reads.
fn with_readable_diagnostics(request: Request) -> Request {
    let (method, id, mut params) = request.into_parts();
    let workspace = params
        .as_mut()
        .and_then(|params| params.pointer_mut("/capabilities/workspace"));
    if let Some(Value::Object(workspace)) = workspace
        && let Some(diagnostics) = workspace.get("diagnostics").cloned()
    {
        workspace.entry("diagnostic").or_insert(diagnostics);
    }
    let mut request = Request::build(method);
    if let Some(params) = params {
        request = request.params(params);
    }
    match id {
        Some(id) => request.id(id).finish(),
        None => request.finish(),
    }
}
