//! Notes behind the text.

use azml_rules::text::TextRange;
use tower_lsp::lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Range};

use super::shown::{label, markup};
use crate::ide::hints::{self, Hint};
use crate::lsp::client::Marks;
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
        label: InlayHintLabel::String(label(hint.label)),
        kind: None,
        text_edits: None,
        tooltip: tooltip
            .map(|about| markup(&about, Marks::Shown))
            .map(InlayHintTooltip::MarkupContent),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
