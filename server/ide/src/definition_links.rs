//! The definitions of a name, as a feature returns them.

use azml_rules::text::{Location, TextRange};

/// The definitions of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefinitionLinks {
    /// The name at the cursor.
    pub origin: TextRange,
    /// The locations of its definitions; an asset has one for each version.
    pub locations: Vec<Location>,
}
