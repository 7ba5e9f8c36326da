//! Inlay hints.

use azml_rules::text::TextRange;
use tower_lsp::lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Range};

use crate::lsp::protocol::client_features::MarkupSupport;
use crate::lsp::protocol::display_text::{label, markup};
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::hints::inlay_hints;

/// Returns the inlay hints in `visible`, if the user has turned them on.
pub(crate) fn hints(current: &DocumentSnapshot, visible: Range) -> Vec<InlayHint> {
    if !current.client.hints {
        return Vec::new();
    }
    let hints = current.site(|site| inlay_hints::hints(site, current.offsets(visible)));
    hints
        .into_iter()
        .map(|hint| of_hint(current, hint))
        .collect()
}

fn of_hint(current: &DocumentSnapshot, hint: inlay_hints::InlayHint) -> InlayHint {
    let tooltip = Some(hint.about).filter(|about| !about.is_empty());
    InlayHint {
        position: current.range(TextRange::empty(hint.offset)).start,
        label: InlayHintLabel::String(label(hint.label)),
        kind: None,
        text_edits: None,
        tooltip: tooltip
            .map(|about| markup(&about, MarkupSupport::Shown))
            .map(InlayHintTooltip::MarkupContent),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
