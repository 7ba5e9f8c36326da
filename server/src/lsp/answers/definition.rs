//! Where what the cursor is on is defined.

use tower_lsp::lsp_types::{GotoDefinitionResponse, Position};

use crate::ide::definition;
use crate::lsp::convert::Converter;
use crate::lsp::current::Current;
use crate::lsp::state_reader::StateReader;

/// Where what is named at `position` is defined.
pub(crate) fn definition(
    state: StateReader<'_>,
    current: &Current,
    position: Position,
) -> Option<GotoDefinitionResponse> {
    let definitions =
        current.site(|site| definition::definition(site, current.offset(position)))?;
    let converter = Converter::new(state, current);
    let places = converter.locations(&definitions.locations);
    Some(GotoDefinitionResponse::Array(places))
}
