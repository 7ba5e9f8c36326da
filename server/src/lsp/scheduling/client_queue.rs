//! Everything the server says of its own accord goes through one queue and one task.
//!
//! Handlers and analyses put a message in without waiting, so that no burst of the client can stop
//! them; and because they do it under the lock of the state, a late result cannot overtake the
//! message that clears it. The queue is emptied even while the client does not read, so that what
//! waits for it is bounded by the number of documents. What expects an answer is spawned: its answer may never come.

use std::collections::{HashMap, VecDeque};
use std::sync::Weak;

use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tower_lsp::Client;
use tower_lsp::lsp_types::notification::LogTrace;
use tower_lsp::lsp_types::{
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, LogTraceParams,
    MessageType, PublishDiagnosticsParams, Registration, ShowDocumentParams, Url, WatchKind,
};

use super::client_message::{Outgoing, Sender};
use crate::lsp::protocol::capabilities;
use crate::lsp::protocol::client_features::ClientFeatures;
use crate::lsp::protocol::display_text::label;
use crate::lsp::session::state::Shared;
use crate::lsp::session::watching;
use crate::lsp::transport::raw_json::{RawJson, WrittenDiagnostics};

/// Starts nothing yet: the task that empties the queue is [`send_all`].
pub(crate) fn queue() -> (Sender, UnboundedReceiver<Outgoing>) {
    unbounded_channel()
}

/// Sends what is queued until the server ends.
pub(crate) async fn send_all(
    client: Client,
    shared: Weak<Shared>,
    mut queue: UnboundedReceiver<Outgoing>,
) {
    let mut waiting = Waiting::default();
    while let Some(message) = match waiting.next() {
        Some(message) => Some(message),
        None => queue.recv().await,
    } {
        let mut sent = std::pin::pin!(send(&client, &shared, message));
        loop {
            tokio::select! {
                biased;
                () = &mut sent => break,
                Some(message) = queue.recv() => waiting.add(message),
            }
        }
    }
}

/// Messages that wait for a client which does not read. Of the diagnostics of a document, only the
/// newest wait.
#[derive(Default)]
struct Waiting {
    messages: VecDeque<Outgoing>,
    /// Number of the first message.
    first: usize,
    /// Numbers of the messages with diagnostics.
    diagnostics: HashMap<Url, usize>,
}

impl Waiting {
    fn add(&mut self, message: Outgoing) {
        if let Outgoing::Diagnostics(uri, ..) = &message {
            let number = self.first + self.messages.len();
            let number = *self.diagnostics.entry(uri.clone()).or_insert(number);
            if let Some(older) = self.messages.get_mut(number - self.first) {
                *older = message;
                return;
            }
        }
        self.messages.push_back(message);
    }

    fn next(&mut self) -> Option<Outgoing> {
        let message = self.messages.pop_front()?;
        self.first += 1;
        if let Outgoing::Diagnostics(uri, ..) = &message {
            self.diagnostics.remove(uri);
        }
        Some(message)
    }
}

async fn send(client: &Client, shared: &Weak<Shared>, message: Outgoing) {
    match message {
        Outgoing::Diagnostics(uri, diagnostics, version) => {
            let params = PublishDiagnosticsParams {
                uri,
                diagnostics,
                version,
            };
            let params = RawJson::of(&params);
            client.send_notification::<WrittenDiagnostics>(params).await;
        }
        Outgoing::Show(level, text) => client.show_message(level, label(text)).await,
        Outgoing::Log(text) => client.log_message(MessageType::ERROR, label(text)).await,
        Outgoing::Trace(message, verbose) => {
            let message = label(message);
            let params = LogTraceParams { message, verbose };
            client.send_notification::<LogTrace>(params).await;
        }
        Outgoing::Edit(edit) => spawn_request(client, |client| async move {
            let _ = client.apply_edit(edit).await;
        }),
        Outgoing::Page(uri) => spawn_request(client, |client| async move {
            let _ = client.show_document(page(uri)).await;
        }),
        Outgoing::PullAgain => spawn_request(client, |client| async move {
            let _ = client.workspace_diagnostic_refresh().await;
        }),
        Outgoing::Watch => {
            let shared = shared.clone();
            spawn_request(client, |client| watch(client, shared));
        }
        Outgoing::WatchNames(names) => spawn_request(client, |client| async move {
            // A client that refuses was logged at the first registration.
            let _ = client.register_capability(vec![watchers_of(&names)]).await;
        }),
        Outgoing::RegisterCells => spawn_request(client, |client| async move {
            let _ = client.register_capability(requests_about_cells()).await;
        }),
        Outgoing::Refresh(features) => {
            spawn_request(client, move |client| refresh(client, features));
        }
        Outgoing::RefreshLenses => spawn_request(client, |client| async move {
            let _ = client.code_lens_refresh().await;
        }),
    }
}

/// A page for the browser of the user.
fn page(uri: Url) -> ShowDocumentParams {
    ShowDocumentParams {
        uri,
        external: Some(true),
        take_focus: Some(true),
        selection: None,
    }
}

fn spawn_request<F: Future<Output = ()> + Send + 'static>(
    client: &Client,
    request: impl FnOnce(Client) -> F,
) {
    tokio::spawn(request(client.clone()));
}

/// Registers the watched files; where the client refuses, the server watches by itself.
async fn watch(client: Client, shared: Weak<Shared>) {
    let registered = client.register_capability(vec![watchers()]).await;
    if let (Err(error), Some(shared)) = (registered, shared.upgrade()) {
        watching::take_over(&shared);
        let message = format!("the editor does not watch files, so the server does: {error}");
        shared.log.warning(&message);
        client.log_message(MessageType::WARNING, message).await;
    }
}

async fn refresh(client: Client, features: ClientFeatures) {
    if features.refreshes_hints {
        let _ = client.inlay_hint_refresh().await;
    }
    if features.refreshes_lenses {
        let _ = client.code_lens_refresh().await;
    }
}

/// Requests about cells of notebooks, without those for which editors ask their user which of several servers is meant.
fn requests_about_cells() -> Vec<Registration> {
    let selector = json!([{"notebook": "jupyter-notebook", "language": "python"}]);
    let requests = ["hover", "completion", "definition", "codeAction"];
    let registration = |name: &str| {
        let mut options = json!({"documentSelector": selector});
        if name == "completion" {
            options["triggerCharacters"] = json!(capabilities::TRIGGERS);
        }
        Registration {
            id: format!("azml-cells-{name}"),
            method: format!("textDocument/{name}"),
            register_options: Some(options),
        }
    };
    requests.map(registration).to_vec()
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
        "**/.{amlignore,gitignore}",
        "**/*.{bash,zsh,ksh,ps1,cmd,bat,mk}",
        "**/{Makefile,makefile,GNUmakefile}",
        "**/*.{tf,tfvars}",
        "**/azml.yaml",
        "**/.azml/*.json",
    ];
    let mut watchers: Vec<_> = globs.map(|glob| watcher(glob.to_owned())).into();
    // Some clients notify of a deleted folder only, and not of the files in it.
    watchers.push(FileSystemWatcher {
        kind: Some(WatchKind::Delete),
        ..watcher("**/*".to_owned())
    });
    registration("azml-watched-files".to_owned(), watchers)
}

fn watchers_of(names: &[String]) -> Registration {
    let globs = names.iter().map(|name| format!("**/{name}"));
    let id = format!("azml-watched-files-{}", names.join("/"));
    registration(id, globs.map(watcher).collect())
}

fn registration(id: String, watchers: Vec<FileSystemWatcher>) -> Registration {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_diagnostics_of_a_document_the_newest_wait() {
        let uri = |name: &str| Url::parse(&format!("file:///{name}")).unwrap();
        let mut waiting = Waiting::default();
        for version in 0..1_000 {
            waiting.add(Outgoing::Diagnostics(uri("a"), Vec::new(), Some(version)));
            waiting.add(Outgoing::Diagnostics(uri("b"), Vec::new(), Some(version)));
        }
        waiting.add(Outgoing::PullAgain);
        assert_eq!(waiting.messages.len(), 3);
        let version = |message| match message {
            Some(Outgoing::Diagnostics(_, _, version)) => version,
            _ => None,
        };
        assert_eq!(version(waiting.next()), Some(999));
        waiting.add(Outgoing::Diagnostics(uri("b"), Vec::new(), Some(1_000)));
        waiting.add(Outgoing::Diagnostics(uri("a"), Vec::new(), Some(1_001)));
        assert_eq!(version(waiting.next()), Some(1_000));
        assert!(matches!(waiting.next(), Some(Outgoing::PullAgain)));
        assert_eq!(version(waiting.next()), Some(1_001));
        assert!(waiting.next().is_none());
    }
}
