//! Markdown as the protocol wraps it.

use tower_lsp::lsp_types::{MarkupContent, MarkupKind};

/// `value`, which is Markdown.
pub(super) fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}
