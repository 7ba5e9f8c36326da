//! Documents that define the name of a resource.

use std::sync::Arc;

use super::occurrence::SymbolKind;
use crate::document::{Document, Kind, Resource};
use crate::expression::text_range;
use crate::syntax::{Node, known_text};
use crate::text::{Location, TextRange};
use crate::workspace::Workspace;

/// Returns the symbol that documents of a kind define. Workspace names are in one file only.
pub(super) fn kind_of(kind: Kind) -> Option<SymbolKind> {
    Resource::described_by(kind)
        .filter(|resource| *resource != Resource::Workspace)
        .map(SymbolKind::Resource)
}

/// A document that defines the name of a resource.
pub(super) struct NamingDocument<'w> {
    pub(super) document: &'w Arc<Document>,
    /// The value of `name`.
    pub(super) name: Node<'w>,
    pub(super) version: Option<&'w str>,
    pub(super) endpoint: Option<&'w str>,
}

impl NamingDocument<'_> {
    pub(super) fn location(&self) -> Location {
        Location {
            path: self.document.shared_path(),
            range: text_range(self.name),
        }
    }
}

/// Returns the documents that define a `kind`.
pub(super) fn definitions(
    workspace: &Workspace,
    kind: SymbolKind,
) -> impl Iterator<Item = NamingDocument<'_>> {
    let of_kind = move |document: &&Arc<Document>| document.kind().and_then(kind_of) == Some(kind);
    workspace
        .documents()
        .filter(of_kind)
        .filter_map(|document| {
            let name = document
                .get("name")
                .filter(|name| known_text(*name).is_some_and(|text| !text.is_empty()))?;
            let text = |key: &str| document.get(key).and_then(known_text);
            Some(NamingDocument {
                document,
                name,
                version: text("version"),
                endpoint: text("endpoint_name"),
            })
        })
}

/// Returns `true` if two names of a `kind` are equal.
pub(super) fn same(kind: SymbolKind, a: &str, b: &str) -> bool {
    match kind {
        SymbolKind::Resource(resource) => resource.is_same_name(a, b),
        _ => a == b,
    }
}

/// Returns the location at which to open a file: its name, else its start.
pub(super) fn top(workspace: &Workspace, path: &Arc<str>) -> Location {
    let name = workspace
        .document(path)
        .and_then(|document| document.get("name"))
        .filter(|name| name.text().is_some());
    Location {
        path: path.clone(),
        range: name.map_or(TextRange::empty(0), text_range),
    }
}
