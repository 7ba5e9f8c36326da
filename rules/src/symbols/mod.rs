//! Every name that files of a folder define or use, each with what it stands for: inputs and steps
//! as well as computes, environments, deployments and files.
//!
//! An [`Occurrence`] is one place in one document; [`definitions`] and [`references`] connect the
//! places. Names are looked up when they are asked for: nothing here is kept between two questions.

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

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// What a job, component or step declares; not known outside of what uses that.
    Declared(Declaration),
    /// A resource.
    Resource(Resource),
    /// A file that describes nothing by itself: code, a conda file, data.
    File,
}

impl SymbolKind {
    /// How a message names it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Declared(declaration) => declaration.label(),
            Self::Resource(resource) => resource.label(),
            Self::File => "file",
        }
    }

    /// Whether it is declared in the mapping of a job, component or step and not known outside of
    /// what uses that.
    #[must_use]
    pub fn is_declared(self) -> bool {
        matches!(self, Self::Declared(_))
    }
}

/// One occurrence of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The name; of a path, as written.
    pub name: String,
    /// What it names.
    pub kind: SymbolKind,
    /// Where, without quotes, prefix and version.
    pub range: TextRange,
    /// Whether this is where it gets its name.
    pub is_definition: bool,
    /// What it stands for.
    pub referent: Referent,
}

/// What an occurrence stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Referent {
    /// What is declared at one place of one file: an input, a step.
    Declared(Location),
    /// A resource of this name.
    Named {
        /// The version that is meant, where one is.
        version: Option<String>,
        /// The endpoint of a deployment.
        endpoint: Option<String>,
    },
    /// A file, or what it describes.
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

    /// Whether this writes the name itself and not the path of a file.
    #[must_use]
    pub fn is_name(&self) -> bool {
        !matches!(self.referent, Referent::File(_))
    }
}

/// Every occurrence in `document`, by place.
#[must_use]
pub fn occurrences(workspace: &Workspace, document: &Document) -> Vec<Occurrence> {
    all(workspace, document, None)
}

/// The occurrences in `document` by place: all, or at least those at an offset.
fn all(workspace: &Workspace, document: &Document, at: Option<u32>) -> Vec<Occurrence> {
    let mut found = Vec::new();
    // A pipeline is not read as a program where nothing that it declares can stand.
    if at.is_none_or(|at| may_be_declared(document, at)) {
        found = declared(workspace, document);
    }
    found.extend(collect::resources(workspace, document, at));
    found.sort_by_key(|occurrence| occurrence.range);
    found
}

/// The occurrence at `offset` of `document`; of two that touch there, the one that begins there.
#[must_use]
pub fn occurrence_at(
    workspace: &Workspace,
    document: &Document,
    offset: u32,
) -> Option<Occurrence> {
    touching(all(workspace, document, Some(offset)), offset)
}

/// As [`occurrence_at`], for resources alone: a pipeline is not read as a program for it.
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

/// The one of `occurrences` at `offset`; of two that touch there, the one that begins there.
fn touching(mut occurrences: Vec<Occurrence>, offset: u32) -> Option<Occurrence> {
    occurrences.retain(|occurrence| occurrence.range.touches(offset));
    let begins = occurrences
        .iter()
        .position(|occurrence| occurrence.range.start == offset);
    occurrences.into_iter().nth(begins.unwrap_or(0))
}

/// Sections whose keys are declared names.
const SECTIONS: [&str; 4] = ["inputs", "jobs", "outputs", "search_space"];

/// Whether an input, output, hyperparameter or step may be named at `offset`: by a key of a section,
/// which may stand elsewhere with an anchor, or in an expression.
fn may_be_declared(document: &Document, offset: u32) -> bool {
    let is_in_section = |key: Node<'_>| {
        let section = key.parent();
        section.is_some_and(|section| {
            let name = section.key().and_then(Node::text);
            section.anchor().is_some() || name.is_some_and(|name| SECTIONS.contains(&name))
        })
    };
    // Where a key ends, nothing may begin.
    let nodes = [offset, offset.saturating_sub(1)].map(|at| document.tree().node_at(at));
    nodes.into_iter().flatten().any(|node| {
        let has_expression = node.text().is_some_and(is_expression);
        has_expression || node.is_key() && is_in_section(node)
    })
}

/// Inputs, outputs, hyperparameters and steps.
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
