//! Text that the client will edit: the buffer of an open file, the contents on disk of any other.
//! Invariant: edits refer to a text that was analyzed.

use std::path::Path;
use std::sync::Arc;

use azml_rules::document::{Document, ParseCache};
use tower_lsp::lsp_types::Url;

use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::StateReader;
use crate::sandbox;
use crate::sandbox::Encoding;

/// Returns the document with the text that the client will edit; `None` if it cannot be edited.
/// `path_now` is its current path on disk.
pub(crate) fn newest(
    state: StateReader<'_>,
    document: &Arc<Document>,
    path_now: &str,
) -> Option<Arc<Document>> {
    if state.is_open(document.path()) {
        return Some(document.clone());
    }
    let text = on_disk(path_now)?;
    if text == document.text() {
        return Some(document.clone());
    }
    Some(Arc::new(Document::of_file(
        &ParseCache::default(),
        document.shared_path(),
        text,
    )))
}

/// The text of the file at `path`, which need not be a document.
pub(crate) fn newest_text(state: StateReader<'_>, path: &str) -> Option<String> {
    state.text_of(path).or_else(|| on_disk(path))
}

/// Reads the text on disk; `None` if the client may count its columns in another way.
pub(crate) fn on_disk(path: &str) -> Option<String> {
    let text = sandbox::read_text(Path::new(path)).ok()?;
    // Clients strip a byte-order mark, and count columns after it.
    let is_plain = text.encoding == Encoding::Utf8 && !text.text.starts_with('\u{feff}');
    is_plain.then_some(text.text)
}

/// The version that edits of a file are for; `None` for files that are not open.
pub(crate) fn version(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    url: &Url,
) -> Option<i32> {
    if *url == current.url {
        return Some(current.version);
    }
    state.version_of(url)
}
