//! The ranges around a place, one inside the other.

use tower_lsp::lsp_types::{Position, Range, SelectionRange};

use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::navigation::selection;

/// The ranges around each position.
pub(crate) fn selections(
    current: &DocumentSnapshot,
    positions: &[Position],
) -> Vec<SelectionRange> {
    let positions = positions.iter();
    positions.map(|at| around(current, *at)).collect()
}

fn around(current: &DocumentSnapshot, position: Position) -> SelectionRange {
    let mut innermost: Option<SelectionRange> = None;
    let grown = selection::selection(&current.document, current.offset(position));
    for range in grown.into_iter().rev() {
        innermost = Some(SelectionRange {
            range: current.range(range),
            parent: innermost.map(Box::new),
        });
    }
    // An empty text has no node to expand to; the protocol requires an answer for every position.
    innermost.unwrap_or_else(|| SelectionRange {
        range: Range::new(position, position),
        parent: None,
    })
}
