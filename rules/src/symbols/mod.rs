//! Names that the files of a folder define or use: inputs and steps as well as computes,
//! environments, deployments and files.
//!
//! An [`Occurrence`] is one place in one document; [`definitions`] and [`references`] in [`find`]
//! connect the places. [`links`](mod@links), [`overrides`] and [`collect`] find the occurrences,
//! [`named`] the documents that define resources, and [`dependents`](mod@dependents) those that
//! refer to a file; [`mentions`] skips documents without a word. [`outline`] lists the names of a
//! document, [`spelling`] and [`write`](mod@write) check and write a new name. Names are looked up
//! on request; nothing is cached here.

mod collect;
mod dependents;
mod find;
mod links;
mod mentions;
mod named;
mod outline;
mod overrides;
mod spelling;
mod write;

use std::sync::Arc;

pub use dependents::dependents;
pub use find::{Reference, all_of, definitions, references, references_here, taken};
pub(crate) use links::links_of;
pub use links::{Link, link_at, links};
pub use outline::{NamedThing, named_things};
pub use spelling::{is_written_plain, wrong_name};
pub use write::written;

use crate::document::{Document, Resource};
use crate::expression::Declaration;
use crate::syntax::{Node, is_expression};
use crate::text::{Location, TextRange};
use crate::workspace::Workspace;

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
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Declared(declaration) => declaration.label(),
            Self::Resource(resource) => resource.label(),
            Self::File => "file",
        }
    }

    /// Returns `true` if it is declared in the mapping of a job, component or step, and visible
    /// only to its users.
    #[must_use]
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
    fn of_link(link: Link, path: &str) -> Self {
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
    #[must_use]
    pub fn is_name(&self) -> bool {
        !matches!(self.referent, Referent::File(_))
    }
}

/// Returns every occurrence in `document`, in order.
#[must_use]
pub fn occurrences(workspace: &Workspace, document: &Document) -> Vec<Occurrence> {
    all(workspace, document, None)
}

/// Returns the occurrences in `document` in order: all, or at least those at an offset.
fn all(workspace: &Workspace, document: &Document, at: Option<u32>) -> Vec<Occurrence> {
    let mut found = Vec::new();
    // The program of a pipeline is built only if there can be a declared name at the offset.
    if at.is_none_or(|at| may_be_declared(document, at)) {
        found = declared(workspace, document);
    }
    found.extend(collect::resources(workspace, document, at));
    found.sort_by_key(|occurrence| occurrence.range);
    found
}

/// Returns the occurrence at `offset` of `document`; of two that touch there, the one that begins there.
#[must_use]
pub fn occurrence_at(
    workspace: &Workspace,
    document: &Document,
    offset: u32,
) -> Option<Occurrence> {
    touching(all(workspace, document, Some(offset)), offset)
}

/// Same as [`occurrence_at`], for resources alone, without building the program of a pipeline.
#[must_use]
pub fn resource_occurrence_at(
    workspace: &Workspace,
    document: &Document,
    offset: u32,
) -> Option<Occurrence> {
    touching(
        collect::resources(workspace, document, Some(offset)),
        offset,
    )
}

/// Returns the one of `occurrences` at `offset`; of two that touch there, the one that begins there.
fn touching(mut occurrences: Vec<Occurrence>, offset: u32) -> Option<Occurrence> {
    occurrences.retain(|occurrence| occurrence.range.touches(offset));
    let begins = occurrences
        .iter()
        .position(|occurrence| occurrence.range.start == offset);
    occurrences.into_iter().nth(begins.unwrap_or(0))
}

/// Sections whose keys are declared names.
const SECTIONS: [&str; 4] = ["inputs", "jobs", "outputs", "search_space"];

/// Returns `true` if there may be an input, output, hyperparameter or step at `offset`: as a key of
/// a section, which may be an anchored mapping in another place, or in an expression.
fn may_be_declared(document: &Document, offset: u32) -> bool {
    let is_in_section = |key: Node<'_>| {
        let section = key.parent();
        section.is_some_and(|section| {
            let name = section.key().and_then(Node::text);
            section.anchor().is_some() || name.is_some_and(|name| SECTIONS.contains(&name))
        })
    };
    // At the end of a key, the offset may belong to no node.
    let nodes = [offset, offset.saturating_sub(1)].map(|at| document.tree().node_at(at));
    nodes.into_iter().flatten().any(|node| {
        let has_expression = node.text().is_some_and(is_expression);
        has_expression || node.is_key() && is_in_section(node)
    })
}

/// Returns inputs, outputs, hyperparameters and steps.
fn declared(workspace: &Workspace, document: &Document) -> Vec<Occurrence> {
    if document.kind().is_none() {
        return Vec::new();
    }
    let path = document.path();
    links(workspace, document)
        .into_iter()
        .map(|link| Occurrence::of_link(link, path))
        .collect()
}
