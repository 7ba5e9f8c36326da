//! Before a folder is read: the files that its open documents name are read at once, so that what
//! they say counts in the first findings.

use std::collections::BTreeSet;

use tower_lsp::lsp_types::Url;

use super::folder::{Folder, FolderId};
use super::state::{Shared, State};
use crate::guarded::guarded;
use crate::loading::{Request, read_named};

/// Maximum number of files read for a document; for more of them, loading the whole folder is as fast.
const MOST: usize = 32;

/// Reads what `url` names, and what that names, where its folder is not read yet.
pub(crate) fn read(shared: &Shared, url: &Url) {
    let mut left = MOST;
    while let Some(files_to_read) = files_to_read(shared, url, left) {
        left -= files_to_read.names.len();
        let read = || {
            read_named(
                &files_to_read.names,
                &files_to_read.folder,
                &files_to_read.request,
            )
        };
        let Ok(documents) = guarded(read) else {
            return;
        };
        let mut state = shared.lock();
        for document in documents {
            if !state.is_open(&files_to_read.folder, document.path())
                && let Some(folder) = unread(&mut state, &files_to_read.folder)
            {
                folder.workspace_mut().insert(document);
            }
        }
    }
}

/// Files to read.
struct FilesToRead {
    folder: FolderId,
    request: Request,
    names: BTreeSet<String>,
}

/// Returns the referenced files that were not looked up yet; `None` if there are none.
fn files_to_read(shared: &Shared, url: &Url, most: usize) -> Option<FilesToRead> {
    let mut state = shared.lock();
    let client = state.client;
    let id = state.open.get(url)?.location().folder.clone();
    let folder = unread(&mut state, &id)?;
    let names = folder.look_for_named(most);
    let request = Request {
        options: client.options(&shared.options),
        ..folder.request().clone()
    };
    (!names.is_empty()).then_some(FilesToRead {
        folder: id,
        request,
        names,
    })
}

fn unread<'s>(state: &'s mut State, id: &FolderId) -> Option<&'s mut Folder> {
    let folder = state.folders.get_mut(id);
    folder.filter(|folder| folder.is_unread())
}
