//! Runs handlers as the [table](super::table) declares it: on a blocking thread, since a busy
//! handler would stop every other one, cancellation included.

use std::sync::Arc;

use azml_rules::az_ml::is_script;
use azml_rules::document::is_python;
use tokio::task::spawn_blocking;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Url;

use crate::guarded::guarded;
use crate::lsp::scheduling::client_message::Outgoing;
use crate::lsp::session::document_snapshot::{DocumentSnapshot, UnparsedSnapshot};
use crate::lsp::session::loading;
use crate::lsp::session::open_document::{CancellationToken, OpenDocument};
use crate::lsp::session::state::Shared;
use crate::lsp::session::state_reader::StateReader;

/// A request, with the texts that its handler gets and the folders it waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handler {
    pub(crate) method: &'static str,
    pub(crate) runs: RunsOn,
    pub(crate) waits: WaitsFor,
}

/// Texts that a handler gets. Documents that are not ours have no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RunsOn {
    /// The newest text of a YAML document. Where it changes meanwhile, the answer is "content
    /// modified": positions in the old text mean nothing in the new one.
    Document,
    /// As `Document`, with the newest texts of the other open documents of the folder: an edit of
    /// several files must be made from the texts that they have now.
    Folder,
    /// As `Folder`, and for scripts, which name files, too.
    FolderOrScript,
    /// The text of a YAML document at the time of the request, also where it changes meanwhile:
    /// editors filter completions themselves, and show none until the next word after an error.
    SentText,
    /// The state, with every open document parsed.
    Workspace,
    /// The state as it is.
    State,
}

/// Loading that a handler waits for, no longer than [`times`](crate::times) says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WaitsFor {
    Nothing,
    /// The first loading of the document's folder: without it, a compute would be unknown.
    Folder,
    /// As `Folder`. Where the text changes meanwhile, the answer is "content modified".
    FolderWithSameText,
    /// As `Folder`, for a client that does not pull: it cannot be notified to ask again.
    FolderUnlessPulled,
    /// Every loading of the document's folder: edits of files must not be made from old texts.
    SettledFolder,
    /// The first loading of each folder.
    AllFolders,
    /// Every loading of each folder.
    AllSettledFolders,
}

/// The parameters of a request about a document.
pub(crate) trait DocumentRequest: Send + 'static {
    const HANDLER: Handler;
    type Answer: Send + 'static;

    /// The address of the document.
    fn url(&self) -> Url;

    /// `None` where there is nothing to answer.
    fn answer(self, state: StateReader<'_>, current: &DocumentSnapshot) -> Option<Self::Answer>;
}

/// Answers `request`.
pub(crate) async fn respond<R: DocumentRequest>(
    shared: &Arc<Shared>,
    request: R,
) -> Result<Option<R::Answer>> {
    let url = request.url();
    on_document(shared, R::HANDLER, &url, |shared, current| {
        request.answer(StateReader::new(shared), current)
    })
    .await
}

/// Runs `work` for `handler` on the document at `url`.
pub(crate) async fn on_document<T: Send + 'static>(
    shared: &Arc<Shared>,
    handler: Handler,
    url: &Url,
    work: impl FnOnce(&Shared, &DocumentSnapshot) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    if handler.runs == RunsOn::SentText {
        return on_sent_text(shared, handler, url, work).await;
    }
    let revision = || shared.lock().served(url).map(OpenDocument::stamp);
    let sent = revision();
    wait(shared, handler.waits, Some(url)).await;
    let newest = revision();
    if handler.waits == WaitsFor::FolderWithSameText && newest != sent {
        return Err(Error::content_modified());
    }
    let Some(newest) = newest else {
        return Ok(None);
    };
    let (shared, url) = (shared.clone(), url.clone());
    let answered = in_background(move || {
        let current = DocumentSnapshot::newest(&shared, &url).filter(|it| it.is_of(newest));
        let current = current.ok_or_else(Error::content_modified)?;
        let answered = current.cancellable(|| answer(&shared, &current, handler, work));
        let answer = answered.map_err(|_| Error::content_modified())??;
        if current.is_newest(&shared) {
            Ok(answer)
        } else {
            Err(Error::content_modified())
        }
    });
    answered.await?
}

async fn on_sent_text<T: Send + 'static>(
    shared: &Arc<Shared>,
    handler: Handler,
    url: &Url,
    work: impl FnOnce(&Shared, &DocumentSnapshot) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    let shared = shared.clone();
    let Some(mut frozen) = UnparsedSnapshot::new(&shared.lock(), url) else {
        return Ok(None);
    };
    wait(&shared, handler.waits, Some(url)).await;
    frozen.look_around(&shared.lock());
    let answered = in_background(move || match frozen.current(&shared) {
        Some(current) => answer(&shared, &current, handler, work),
        None => Ok(None),
    });
    answered.await?
}

/// Runs `work` for `handler`, which reads more than one document. `url` is the document that it is
/// about, if any.
pub(crate) async fn on_state<T: Send + 'static>(
    shared: &Arc<Shared>,
    handler: Handler,
    url: Option<&Url>,
    work: impl FnOnce(&Arc<Shared>) -> T + Send + 'static,
) -> Result<T> {
    wait(shared, handler.waits, url).await;
    let shared = shared.clone();
    in_background(move || {
        if handler.runs == RunsOn::Workspace {
            DocumentSnapshot::parse_all(&shared);
        }
        work(&shared)
    })
    .await
}

/// Runs `work` on a blocking thread. It ends early when the client cancels the request, which drops this
/// future.
pub(crate) async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let needed = Arc::new(());
    let token = CancellationToken::of(&needed);
    let done = spawn_blocking(move || token.cancellable(work)).await;
    drop(needed);
    let done = done.map_err(|_| Error::internal_error())?;
    done.map_err(|_| Error::request_cancelled())
}

async fn wait(shared: &Shared, waits: WaitsFor, url: Option<&Url>) {
    let pulls = shared.lock().client.pulls;
    match (waits, url) {
        (WaitsFor::FolderUnlessPulled, _) if pulls => {}
        (
            WaitsFor::Folder | WaitsFor::FolderWithSameText | WaitsFor::FolderUnlessPulled,
            Some(url),
        ) => loading::loaded_around(shared, url).await,
        (WaitsFor::SettledFolder, Some(url)) => loading::settled_around(shared, url).await,
        (WaitsFor::AllFolders, _) => loading::all_loaded(shared).await,
        (WaitsFor::AllSettledFolders, _) => loading::all_settled(shared).await,
        _ => {}
    }
}

fn answer<T>(
    shared: &Shared,
    current: &DocumentSnapshot,
    handler: Handler,
    work: impl FnOnce(&Shared, &DocumentSnapshot) -> Option<T>,
) -> Result<Option<T>> {
    let runs = handler.runs;
    let path = current.document.path();
    if is_python(path) || runs != RunsOn::FolderOrScript && is_script(path) {
        return Ok(None);
    }
    let answered = guarded(|| {
        shared.secrets.learn(&current.document);
        let is_of_folder = matches!(runs, RunsOn::Folder | RunsOn::FolderOrScript);
        let newer = is_of_folder.then(|| current.with_others(shared)).flatten();
        work(shared, newer.as_ref().unwrap_or(current))
    });
    answered.map_err(|message| {
        shared.send(Outgoing::Log(format!("{}: {message}", current.url)));
        Error::internal_error()
    })
}

#[cfg(test)]
mod tests {
    use azml_rules::cancellation::poll;
    use tokio::sync::mpsc::channel;

    use super::*;

    #[tokio::test]
    async fn work_ends_with_its_request() {
        let (sender, mut receiver) = channel(1);
        let work = move || {
            // It is dropped when the work ends.
            let _ = sender.try_send(());
            while !sender.is_closed() {
                poll();
            }
        };
        let request = tokio::spawn(in_background(work));
        assert!(receiver.recv().await.is_some(), "it runs");
        request.abort();
        assert!(receiver.recv().await.is_none());
    }
}
