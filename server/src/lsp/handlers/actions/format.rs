//! Format Document.

use tower_lsp::lsp_types::TextEdit;

use super::fix_all::difference;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::format::format;

/// The edit that formats the document; `None` if it stays as it is: it has a syntax error, or is not one of Azure ML.
pub(crate) fn edits(current: &DocumentSnapshot) -> Option<Vec<TextEdit>> {
    let document = &current.document;
    let after = format(document).ok()?;
    if after == document.text() {
        return Some(Vec::new());
    }
    Some(vec![difference(document, &after, current.client.unit)])
}
