//! Notes behind the text.

use azml_rules::text::TextRange;
use tower_lsp::lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Range};

use super::markdown::markdown;
use crate::ide::hints::{self, Hint};
use crate::lsp::current::Current;

/// The notes in `visible`, if the user wants them.
pub(crate) fn hints(current: &Current, visible: Range) -> Vec<InlayHint> {
    if !current.client.hints {
        return Vec::new();
    }
    let hints = current.site(|site| hints::hints(site, current.offsets(visible)));
    hints
        .into_iter()
        .map(|hint| of_hint(current, hint))
        .collect()
}

fn of_hint(current: &Current, hint: Hint) -> InlayHint {
    let tooltip = Some(hint.about).filter(|about| !about.is_empty());
    InlayHint {
        position: current.range(TextRange::empty(hint.offset)).start,
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: tooltip.map(|about| InlayHintTooltip::MarkupContent(markdown(about))),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
