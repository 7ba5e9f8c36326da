//! One place where a name is defined or used, and the symbol that it refers to.

use std::sync::Arc;

use super::link::Link;
use crate::document::Resource;
use crate::expression::Declaration;
use crate::text::{Location, TextRange};

/// Type of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// A declaration of a job, component or step; visible only to its users.
    Declared(Declaration),
    /// A resource.
    Resource(Resource),
    /// A file that is not a resource: code, a conda file, data.
    File,
}

impl SymbolKind {
    /// Returns the name for messages.
    pub fn label(self) -> &'static str {
        match self {
            Self::Declared(declaration) => declaration.label(),
            Self::Resource(resource) => resource.label(),
            Self::File => "file",
        }
    }

    /// Returns `true` if it is declared in the mapping of a job, component or step, and visible
    /// only to its users.
    pub fn is_declared(self) -> bool {
        matches!(self, Self::Declared(_))
    }
}

/// One occurrence of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The name; for a path, as written.
    pub name: String,
    /// Type of the symbol.
    pub kind: SymbolKind,
    /// Range without quotes, prefix and version.
    pub range: TextRange,
    /// `true` if this is the definition of the name.
    pub is_definition: bool,
    /// The symbol that it refers to.
    pub referent: Referent,
}

/// Symbol that an occurrence refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Referent {
    /// A declaration in a file: an input, a step.
    Declared(Location),
    /// A resource with this name.
    Named {
        /// Version of the resource, if given.
        version: Option<String>,
        /// The endpoint of a deployment.
        endpoint: Option<String>,
    },
    /// A file, or the resource that it defines.
    File(Arc<str>),
}

impl Occurrence {
    pub(super) fn of_link(link: Link, path: &str) -> Self {
        let is_definition = link.is_definition(path);
        let Link {
            name,
            kind,
            range,
            definition,
        } = link;
        Self {
            name,
            kind: SymbolKind::Declared(kind),
            range,
            is_definition,
            referent: Referent::Declared(definition),
        }
    }

    /// Returns `true` if the text is the name itself, `false` if it is the path of a file.
    pub fn is_name(&self) -> bool {
        !matches!(self.referent, Referent::File(_))
    }
}
