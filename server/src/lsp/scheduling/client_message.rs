//! Messages that the server sends on its own, before [`super::client_queue`] sends them.

use tokio::sync::mpsc::UnboundedSender;
use tower_lsp::lsp_types::{Diagnostic, MessageType, Url, WorkspaceEdit};

use crate::lsp::protocol::client_features::ClientFeatures;

/// A message to the client.
pub(crate) enum Outgoing {
    /// The diagnostics of a document.
    Diagnostics(Url, Vec<Diagnostic>, Option<i32>),
    /// Something the user should see.
    Show(MessageType, String),
    /// Something for the log.
    Log(String),
    /// A step of the server, for a client that traces it; with details if the trace is verbose.
    Trace(String, Option<String>),
    /// A page on the web.
    Page(Url),
    /// An edit that the client did not ask for.
    Edit(WorkspaceEdit),
    /// The pulled diagnostics are outdated.
    PullAgain,
    /// Tell us when files change. Where the client does not, the server looks by itself.
    Watch,
    /// Tell us when files of these names change too: inventories can be called anything.
    WatchNames(Vec<String>),
    /// Ask about cells of notebooks, too.
    RegisterCells,
    /// Hints and lenses are outdated; sent only to clients that support a refresh.
    Refresh(ClientFeatures),
    /// Lenses are outdated; sent only to clients that support a refresh.
    RefreshLenses,
}

/// The way in.
pub(crate) type Sender = UnboundedSender<Outgoing>;
