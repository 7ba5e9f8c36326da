//! Names that the files of a folder define or use: inputs and steps as well as computes,
//! environments, deployments and files.
//!
//! An [`Occurrence`] (in [`occurrence`]) is one place in one document, a [`Link`] (in [`link`]) one of a declared name; [`definitions`](fn@definitions) and [`references`] in [`find`]
//! connect the places. [`links`](mod@links), [`overrides`] and [`collect`] find the occurrences,
//! [`named`] the documents that define resources, and [`dependents`](mod@dependents) those that
//! refer to a file; [`mentions`] skips documents without a word. [`outline`] lists the names of a
//! document, [`spelling`] and [`write`](mod@write) check and write a new name. Names are looked up
//! on request; nothing is cached here.

mod collect;
mod definitions;
mod dependents;
mod find;
mod link;
mod links;
mod mentions;
mod named;
mod occurrence;
mod outline;
mod overrides;
mod spelling;
mod write;

pub use definitions::definitions;
pub use dependents::dependents;
pub use find::{Reference, all_of, references, references_here, taken};
pub use link::Link;
pub(crate) use links::links_of;
pub use links::{link_at, links};
pub use occurrence::{Occurrence, Referent, SymbolKind};
pub use outline::{NamedThing, named_things};
pub use spelling::{is_written_plain, wrong_name};
pub use write::written;

use crate::document::Document;
use crate::syntax::{Node, is_expression};
use crate::workspace::Workspace;

/// Returns every occurrence in `document`, in order.
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
pub fn occurrence_at(
    workspace: &Workspace,
    document: &Document,
    offset: u32,
) -> Option<Occurrence> {
    touching(all(workspace, document, Some(offset)), offset)
}

/// Same as [`occurrence_at`], for resources alone, without building the program of a pipeline.
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

/// Returns the occurrences of resources and files in `document`, unsorted, without building the program of a
/// pipeline.
pub fn resource_occurrences(workspace: &Workspace, document: &Document) -> Vec<Occurrence> {
    collect::resources(workspace, document, None)
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
