//! Texts that fit into a line of the outline.

use azml_rules::wording::first_line;

/// Most characters of a text that are shown.
const SHOWN: usize = 60;

/// The first line of `text`, cut where it is long.
pub(crate) fn shortened(text: &str) -> String {
    first_line(text.trim_start(), SHOWN, "…")
}
