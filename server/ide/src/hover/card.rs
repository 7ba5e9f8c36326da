//! What a card is.

use azml_rules::text::TextRange;

use crate::markdown::Markdown;

/// What is shown at a cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// What is told.
    pub text: Markdown,
    /// What it is about.
    pub range: TextRange,
}
