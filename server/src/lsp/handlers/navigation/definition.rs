//! Go to definition.

use tower_lsp::lsp_types::{GotoDefinitionResponse, Position};

use crate::lsp::protocol::convert::Converter;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::StateReader;
use azml_ide::navigation::definition;

/// Returns the locations of the definition of the name at `position`.
pub(crate) fn definition(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    position: Position,
) -> Option<GotoDefinitionResponse> {
    let definitions =
        current.site(|site| definition::definition(site, current.offset(position)))?;
    let converter = Converter::new(state, current);
    let places = converter.locations(&definitions.locations);
    Some(GotoDefinitionResponse::Array(places))
}
