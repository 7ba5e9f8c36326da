//! The places of this document that are typed together.

use tower_lsp::lsp_types::{LinkedEditingRanges, Position};

use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::navigation::references;

/// A name of an input, output, or step, while it is typed.
const NAME: &str = "[A-Za-z0-9_]+";

/// The places that change with the name at `position`.
pub(crate) fn linked(
    current: &DocumentSnapshot,
    position: Position,
) -> Option<LinkedEditingRanges> {
    let offset = current.offset(position);
    let ranges = current.site(|site| references::linked(site, offset));
    (!ranges.is_empty()).then(|| LinkedEditingRanges {
        ranges: ranges
            .into_iter()
            .map(|range| current.range(range))
            .collect(),
        word_pattern: Some(NAME.to_owned()),
    })
}
