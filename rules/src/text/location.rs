//! Places in files.

use std::sync::Arc;

use super::TextRange;

/// A place in a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The file.
    pub path: Arc<str>,
    /// Where in it; of a name, the name alone, without quotes.
    pub range: TextRange,
}
