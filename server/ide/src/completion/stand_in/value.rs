//! A stand-in with a valid value.

use azml_rules::document::Document;

use super::StandIn;
use crate::completion::line::Value;

impl StandIn {
    /// Returns the document with `text`, which is one line of plain ASCII, in place of `value`.
    pub(crate) fn of_value(original: &Document, value: &Value<'_>, text: &str) -> Self {
        let blank = if value.is_at_colon { " " } else { "" };
        let (before, after) = match value.quote {
            Some(_) if value.is_closed => (String::new(), String::new()),
            Some(quote) => (String::new(), quote.to_string()),
            None => (format!("{blank}\""), "\"".to_owned()),
        };
        Self::mended(original, value.range, [&before, text, &after], &value.open)
    }
}
