//! Every place that names what the cursor is on.

use tower_lsp::lsp_types::{Location, Position, ReferenceContext};

use crate::lsp::protocol::convert::Converter;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::StateReader;
use azml_ide::navigation::references;
use azml_ide::navigation::references::Definitions;

/// Every place that names what `position` is on.
pub(crate) fn references(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    position: Position,
    context: ReferenceContext,
) -> Vec<Location> {
    let definitions = if context.include_declaration {
        Definitions::Included
    } else {
        Definitions::LeftOut
    };
    let offset = current.offset(position);
    let places = current.site(|site| references::references(site, offset, definitions));
    Converter::new(state, current).locations(&places)
}
