//! A stand-in with a complete expression in place of an incomplete one.

use azml_rules::document::Document;
use azml_rules::text::TextRange;

use super::StandIn;
use crate::completion::line::OpenExpression;

impl StandIn {
    /// Returns the document with `written` closed after the typed part of its path.
    pub(crate) fn of_expression(original: &Document, written: &OpenExpression<'_>) -> Self {
        let value = written.value.as_ref();
        let open = value.map_or(&[][..], |value| &value.open);
        if let Some(value) = written.unquoted_in_flow() {
            let head = TextRange::new(value.range.start, written.range.start).slice(written.text);
            let range = TextRange::new(value.range.start, written.flow_end());
            let before = format!("\"{head}${{{{");
            return Self::mended(original, range, [&before, written.path, "}}\""], open);
        }
        let unclosed = value.filter(|value| !value.is_closed);
        let after = match unclosed.and_then(|value| value.quote) {
            Some('"') => "}}\"",
            Some(_) => "}}'",
            None => "}}",
        };
        Self::mended(original, written.range, ["${{", written.path, after], open)
    }
}
