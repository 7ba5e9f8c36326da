//! Text as the client shows it: in one line, or with marks if it takes them.

use tower_lsp::lsp_types::{MarkupContent, MarkupKind};

use crate::lsp::protocol::client_features::MarkupSupport;
use azml_ide::markdown::Markdown;
use azml_rules::text::printable::printable;

/// `text`, which may come from a file, as a name or a note: one line, without what is not seen.
pub(crate) fn label(text: impl AsRef<str>) -> String {
    printable(text.as_ref()).into_owned()
}

/// `text` with its marks, for a client that takes them.
pub(crate) fn markup(text: &Markdown, marks: MarkupSupport) -> MarkupContent {
    match marks {
        MarkupSupport::Shown => MarkupContent {
            kind: MarkupKind::Markdown,
            value: text.to_string(),
        },
        MarkupSupport::Refused => MarkupContent {
            kind: MarkupKind::PlainText,
            value: text.unmarked(),
        },
    }
}
