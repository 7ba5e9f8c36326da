//! The card of what the cursor is on.

use tower_lsp::lsp_types::{Hover, HoverContents, Position};

use crate::lsp::protocol::display_text::markup;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::hover;

/// The command of the client that runs `azml-ls --refresh`, as a link.
const REFRESH: &str = "command:azml-ls.refreshWorkspace";

/// The card at `position`.
pub(crate) fn hover(current: &DocumentSnapshot, position: Position) -> Option<Hover> {
    let refresh = current.client.refreshes_workspace.then_some(REFRESH);
    let offset = current.offset(position);
    let card = current.site(|site| hover::hover(&site.refreshing(refresh), offset))?;
    Some(Hover {
        contents: HoverContents::Markup(markup(&card.text, current.client.card_marks)),
        range: Some(current.range(card.range)),
    })
}
