//! A service around tower-lsp's that mends four of its defects (0.20, measured):
//!
//! - After `exit` it waits for the client to close the pipe. Here `exit` is seen as it passes, and
//!   [`crate::lsp::run`] leaves.
//! - lsp-types reads `workspace.diagnostic`; the protocol and its clients say
//!   `workspace.diagnostics`.
//! - lsp-types has no notebooks, so the capability `notebookDocumentSync` is added to the answer to `initialize`.
//! - It takes long to write large answers ([`written`]).

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Instant;

use futures::FutureExt as _;
use futures::future::Map;
use serde_json::Value;
use tokio::sync::Notify;
use tower_lsp::jsonrpc::{Id, Request, Response};
use tower_service::Service;

use super::raw_json::Answer;
use super::{parent_process, raw_json};
use crate::lsp::session::log::Log;
use crate::lsp::session::notebooks;

/// Lifecycle messages received from the client.
#[derive(Default)]
pub(crate) struct Lifecycle {
    shutdown: AtomicBool,
    exit: Notify,
}

impl Lifecycle {
    /// Waits for `exit`, or until the client is gone.
    pub(crate) async fn exit(&self) {
        self.exit.notified().await;
    }

    /// Returns `true` if the client sent `shutdown`, as it must before `exit`.
    pub(crate) fn was_shut_down(&self) -> bool {
        self.shutdown.load(Ordering::Acquire)
    }
}

/// The service inside, with its defects mended.
pub(crate) struct TowerShim<S> {
    inner: S,
    lifecycle: Arc<Lifecycle>,
    log: Log,
}

impl<S> TowerShim<S> {
    pub(crate) fn new(inner: S, lifecycle: Arc<Lifecycle>, log: Log) -> Self {
        Self {
            inner,
            lifecycle,
            log,
        }
    }
}

impl<S: Service<Request, Response = Option<Response>>> Service<Request> for TowerShim<S> {
    type Response = Option<Answer>;
    type Error = S::Error;
    type Future = Map<S::Future, Answered<S::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let (log, began) = (self.log.clone(), Instant::now());
        let name = named(&request);
        log.debug(format_args!("{name}"));
        let (request, kind) = match raw_json::name_of(request.method()) {
            Some(name) => (
                renamed(request, name),
                Answer::Written as fn(Response) -> Answer,
            ),
            None if request.method() == "initialize" => {
                (request, with_notebooks as fn(Response) -> Answer)
            }
            None => (request, Answer::Plain as fn(Response) -> Answer),
        };
        let answered: Answered<S::Error> = Box::new(move |answer| {
            log.debug(format_args!("{name}: done after {:?}", began.elapsed()));
            Ok(answer?.map(kind))
        });
        self.forward(request).map(answered)
    }
}

/// Callback for the result of a message.
type Answered<E> = Box<dyn FnOnce(Result<Option<Response>, E>) -> Result<Option<Answer>, E> + Send>;

/// A message in the log: its method, and the number of a request.
fn named(request: &Request) -> String {
    let id = request.id().map(|id| format!(" ({id})"));
    format!("{}{}", request.method(), id.unwrap_or_default())
}

impl<S: Service<Request>> TowerShim<S> {
    fn forward(&mut self, request: Request) -> S::Future {
        match request.method() {
            "shutdown" => self.lifecycle.shutdown.store(true, Ordering::Release),
            "exit" => self.lifecycle.exit.notify_one(),
            "initialize" => {
                watch_parent(&request, &self.lifecycle);
                return self.inner.call(with_readable_diagnostics(request));
            }
            _ => {}
        }
        self.inner.call(request)
    }
}

/// Leaves when the process is gone that the client names.
fn watch_parent(initialize: &Request, lifecycle: &Arc<Lifecycle>) {
    let id = initialize.params().and_then(|it| it.get("processId"));
    let id = id.and_then(Value::as_u64);
    if let Some(id) = id.and_then(|id| u32::try_from(id).ok()) {
        let lifecycle = lifecycle.clone();
        parent_process::watch(id, move || lifecycle.exit.notify_one());
    }
}

/// Adds the capability `notebookDocumentSync` to the answer to `initialize`.
fn with_notebooks(response: Response) -> Answer {
    let (id, mut body) = response.into_parts();
    if let Ok(Value::Object(result)) = &mut body
        && let Some(Value::Object(capabilities)) = result.get_mut("capabilities")
    {
        let options = notebooks::sync_options();
        capabilities.insert("notebookDocumentSync".to_owned(), options);
    }
    Answer::Plain(Response::from_parts(id, body))
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
    rebuilt(method, id, params)
}

fn renamed(request: Request, name: &'static str) -> Request {
    let (_, id, params) = request.into_parts();
    rebuilt(name.into(), id, params)
}

fn rebuilt(method: Cow<'static, str>, id: Option<Id>, params: Option<Value>) -> Request {
    let mut request = Request::build(method);
    if let Some(params) = params {
        request = request.params(params);
    }
    match id {
        Some(id) => request.id(id).finish(),
        None => request.finish(),
    }
}
