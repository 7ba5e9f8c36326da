//! One occurrence of a name that a job, component, pipeline or step declares.

use crate::expression::Declaration;
use crate::text::{Location, TextRange};

/// One occurrence of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The name.
    pub name: String,
    /// Type of the declaration.
    pub kind: Declaration,
    /// Range in the current document.
    pub range: TextRange,
    /// Location of the definition, in this or another file.
    pub definition: Location,
}

impl Link {
    /// Returns `true` if this is the definition itself.
    pub fn is_definition(&self, path: &str) -> bool {
        &*self.definition.path == path && self.definition.range == self.range
    }
}
