//! Locations in files.

use std::sync::Arc;

use super::TextRange;

/// A range in a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The file.
    pub path: Arc<str>,
    /// The range in the file; for a name, the name alone, without quotes.
    pub range: TextRange,
}
