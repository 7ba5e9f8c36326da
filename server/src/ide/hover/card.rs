//! What a card is.

use azml_rules::text::TextRange;

/// What is shown at a cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// Markdown.
    pub text: String,
    /// What it is about.
    pub range: TextRange,
}
