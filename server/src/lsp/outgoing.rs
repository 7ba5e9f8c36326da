//! Everything the server says of its own accord goes through one queue and one task.
//!
//! Handlers and analyses put a message in without waiting, so that no burst of the client can stop
//! them; and because they do it under the lock of the state, a late result cannot overtake the
//! message that clears it. What expects an answer is spawned: its answer may never come.

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::Client;
use tower_lsp::lsp_types::notification::LogTrace;
use tower_lsp::lsp_types::{
    Diagnostic, DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern,
    LogTraceParams, MessageType, Registration, Url,
};

use super::answers::shown::label;
use super::client::ClientFeatures;

/// A message to the client.
pub(super) enum Outgoing {
    /// What is found in a document.
    Diagnostics(Url, Vec<Diagnostic>, Option<i32>),
    /// Something the user should see.
    Show(MessageType, String),
    /// Something for the log.
    Log(String),
    /// What the server does, for a client that traces it.
    Trace(String),
    /// What was pulled is outdated.
    PullAgain,
    /// Tell us when files change.
    Watch,
    /// Tell us when files of these names change too: inventories can be called anything.
    WatchNames(Vec<String>),
    /// Hints and lenses are outdated; nothing for a client that cannot be told.
    Refresh(ClientFeatures),
    /// Lenses are outdated, for a client that can be told.
    RefreshLenses,
}

/// The way in.
pub(super) type Sender = UnboundedSender<Outgoing>;

/// Starts nothing yet: the task that empties the queue is [`send_all`].
pub(super) fn queue() -> (Sender, UnboundedReceiver<Outgoing>) {
    unbounded_channel()
}

/// Sends what is queued until the server ends.
pub(super) async fn send_all(client: Client, mut queue: UnboundedReceiver<Outgoing>) {
    while let Some(message) = queue.recv().await {
        match message {
            Outgoing::Diagnostics(url, diagnostics, version) => {
                client.publish_diagnostics(url, diagnostics, version).await;
            }
            Outgoing::Show(level, text) => client.show_message(level, label(text)).await,
            Outgoing::Log(text) => client.log_message(MessageType::ERROR, label(text)).await,
            Outgoing::Trace(message) => {
                let verbose = None;
                let message = label(message);
                let params = LogTraceParams { message, verbose };
                client.send_notification::<LogTrace>(params).await;
            }
            Outgoing::PullAgain => spawn_request(&client, |client| async move {
                let _ = client.workspace_diagnostic_refresh().await;
            }),
            Outgoing::Watch => watch(&client, watchers()),
            Outgoing::WatchNames(names) => watch(&client, watchers_of(&names)),
            Outgoing::Refresh(features) => {
                spawn_request(&client, move |client| refresh(client, features));
            }
            Outgoing::RefreshLenses => spawn_request(&client, |client| async move {
                let _ = client.code_lens_refresh().await;
            }),
        }
    }
}

fn spawn_request<F: Future<Output = ()> + Send + 'static>(
    client: &Client,
    request: impl FnOnce(Client) -> F,
) {
    tokio::spawn(request(client.clone()));
}

async fn refresh(client: Client, features: ClientFeatures) {
    if features.refreshes_hints {
        let _ = client.inlay_hint_refresh().await;
    }
    if features.refreshes_lenses {
        let _ = client.code_lens_refresh().await;
    }
}

fn watch(client: &Client, watchers: Registration) {
    spawn_request(client, |client| async move {
        if let Err(error) = client.register_capability(vec![watchers]).await {
            let message = format!(
                "the editor does not watch files, so changes on disk go unnoticed: {error}"
            );
            client.log_message(MessageType::WARNING, message).await;
        }
    });
}

fn watchers() -> Registration {
    let globs = [
        "**/*.{yml,yaml}",
        "**/MLTable",
        "**/MLmodel",
        "**/*Dockerfile*",
        "**/*requirements*.txt",
        "**/*.{py,sh,R,r,jl}",
        "**/*.additional_includes",
        "**/.amlignore",
        "**/*.{bash,zsh,ksh,ps1,cmd,bat,mk}",
        "**/{Makefile,makefile,GNUmakefile}",
        "**/azml.yaml",
        "**/.azml/computes.json",
    ];
    registration(
        "azml-watched-files".to_owned(),
        globs.map(str::to_owned).into(),
    )
}

fn watchers_of(names: &[String]) -> Registration {
    let globs = names.iter().map(|name| format!("**/{name}")).collect();
    registration(format!("azml-watched-files-{}", names.join("/")), globs)
}

fn registration(id: String, globs: Vec<String>) -> Registration {
    let watchers = globs.into_iter().map(watcher).collect();
    let options = DidChangeWatchedFilesRegistrationOptions { watchers };
    Registration {
        id,
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    }
}

fn watcher(glob: String) -> FileSystemWatcher {
    FileSystemWatcher {
        glob_pattern: GlobPattern::String(glob),
        kind: None,
    }
}
