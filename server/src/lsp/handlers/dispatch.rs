//! Ways to run a handler: on a blocking thread, for the newest text or with "content modified". A
//! busy handler on an async thread would block every other one, cancellation included.

use std::sync::Arc;

use azml_rules::az_ml::is_script;
use tokio::task::spawn_blocking;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Url;

use crate::guarded::guarded;
use crate::lsp::scheduling::client_queue::Outgoing;
use crate::lsp::session::document_snapshot::{DocumentSnapshot, FrozenDocument};
use crate::lsp::session::loading;
use crate::lsp::session::open_document::OpenDocument;
use crate::lsp::session::state::Shared;

/// Runs `work` on the newest state of `url`. `None` for documents that are not analyzed, and for
/// scripts, which are not YAML; an error if the text changed meanwhile: positions in the old text
/// are invalid in the new one.
pub(crate) async fn on_newest<T: Send + 'static>(
    shared: &Arc<Shared>,
    url: &Url,
    work: impl FnOnce(&Shared, &DocumentSnapshot) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    on_newest_text(shared, url, |shared, current| {
        if is_script(current.document.path()) {
            return None;
        }
        work(shared, current)
    })
    .await
}

/// Waits for the folder of `url`, which may be being read yet: an answer without it would call a
/// compute unknown.
///
/// # Errors
/// Returns an error if the text changes meanwhile: positions in it are invalid then.
pub(crate) async fn once_loaded(shared: &Shared, url: &Url) -> Result<()> {
    let stamp = || shared.lock().served(url).map(OpenDocument::stamp);
    let asked = stamp();
    loading::loaded_around(shared, url).await;
    if stamp() == asked {
        Ok(())
    } else {
        Err(Error::content_modified())
    }
}

/// Like [`on_newest`], but also for scripts.
async fn on_newest_text<T: Send + 'static>(
    shared: &Arc<Shared>,
    url: &Url,
    work: impl FnOnce(&Shared, &DocumentSnapshot) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    let (shared, url) = (shared.clone(), url.clone());
    let Some(stamp) = shared.lock().served(&url).map(OpenDocument::stamp) else {
        return Ok(None);
    };
    let answered = in_background(move || {
        let current = DocumentSnapshot::newest(&shared, &url).filter(|newest| newest.is_of(stamp));
        let current = current.ok_or_else(Error::content_modified)?;
        let answer = answer(&shared, &current, work)?;
        if current.is_newest(&shared) {
            Ok(answer)
        } else {
            Err(Error::content_modified())
        }
    });
    answered.await?
}

/// Like [`on_newest`], with the newest texts of the other open documents of the folder. For
/// features that lead from one file to another; includes scripts, which refer to files, too.
pub(crate) async fn on_newest_folder<T: Send + 'static>(
    shared: &Arc<Shared>,
    url: &Url,
    work: impl FnOnce(&Shared, &DocumentSnapshot) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    on_newest_text(shared, url, |shared, current| {
        let newer = current.with_others(shared);
        work(shared, newer.as_ref().unwrap_or(current))
    })
    .await
}

/// Like [`on_newest_folder`], but not for scripts. Edits of other files must be computed from their
/// current contents.
pub(crate) async fn on_newest_yaml_folder<T: Send + 'static>(
    shared: &Arc<Shared>,
    url: &Url,
    work: impl FnOnce(&Shared, &DocumentSnapshot) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    on_newest_folder(shared, url, |shared, current| {
        if is_script(current.document.path()) {
            return None;
        }
        work(shared, current)
    })
    .await
}

/// Runs `work` on the current text of `url`, even if it is edited meanwhile: editors filter a
/// completion list by themselves, and one whose request fails shows no list until the next word.
/// Waits for a limited time for a folder that is not loaded yet: an editor that gets an empty list
/// does not request it again.
pub(crate) async fn as_of_now<T: Send + 'static>(
    shared: &Arc<Shared>,
    url: &Url,
    work: impl FnOnce(&Shared, &DocumentSnapshot) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    let shared = shared.clone();
    let Some(mut frozen) = FrozenDocument::new(&shared.lock(), url) else {
        return Ok(None);
    };
    loading::loaded_around(&shared, url).await;
    frozen.look_around(&shared.lock());
    let answered = in_background(move || match frozen.current(&shared) {
        Some(current) if !is_script(current.document.path()) => answer(&shared, &current, work),
        _ => Ok(None),
    });
    answered.await?
}

/// Runs `work` on a blocking thread.
pub(crate) async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    spawn_blocking(work)
        .await
        .map_err(|_| Error::internal_error())
}

fn answer<T>(
    shared: &Shared,
    current: &DocumentSnapshot,
    work: impl FnOnce(&Shared, &DocumentSnapshot) -> Option<T>,
) -> Result<Option<T>> {
    guarded(|| work(shared, current)).map_err(|message| {
        shared.send(Outgoing::Log(format!("{}: {message}", current.url)));
        Error::internal_error()
    })
}
