//! Truncates texts to one line of the outline.

use azml_rules::wording::first_line;

/// Maximum length of a text in characters.
const SHOWN: usize = 60;

/// Returns the first line of `text`, truncated if it is long.
pub(crate) fn shortened(text: &str) -> String {
    first_line(text.trim_start(), SHOWN, "…")
}
