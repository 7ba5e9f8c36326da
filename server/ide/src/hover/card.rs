//! The content of a hover.

use azml_rules::text::TextRange;

use crate::markdown::Markdown;

/// The hover at a cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// Its text.
    pub text: Markdown,
    /// The range that it describes.
    pub range: TextRange,
}
