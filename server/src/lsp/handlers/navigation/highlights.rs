//! Every place of this document that names what the cursor is on.

use tower_lsp::lsp_types::{DocumentHighlight, DocumentHighlightKind, Position};

use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::navigation::references;
use azml_ide::navigation::references::Highlight;

/// The places in this document that name what `position` is on.
pub(crate) fn highlights(current: &DocumentSnapshot, position: Position) -> Vec<DocumentHighlight> {
    let offset = current.offset(position);
    let highlights = current.site(|site| references::highlights(site, offset));
    highlights
        .into_iter()
        .map(|highlight| of_highlight(current, &highlight))
        .collect()
}

fn of_highlight(current: &DocumentSnapshot, highlight: &Highlight) -> DocumentHighlight {
    let kind = if highlight.is_definition {
        DocumentHighlightKind::WRITE
    } else {
        DocumentHighlightKind::READ
    };
    DocumentHighlight {
        range: current.range(highlight.range),
        kind: Some(kind),
    }
}
