//! Which documents give a resource its name.

use std::sync::Arc;

use super::super::Workspace;
use crate::document::{Document, Kind, KindFamily};
use crate::expression::{Location, SourceMap, SymbolKind};
use crate::syntax::{Node, known_text};
use crate::text::TextRange;

/// What the documents of a kind define.
pub(super) fn kind_of(kind: Kind) -> Option<SymbolKind> {
    Some(match kind.family() {
        KindFamily::Compute => SymbolKind::Compute,
        KindFamily::Component => SymbolKind::Component,
        KindFamily::Alone(Kind::Environment) => SymbolKind::Environment,
        KindFamily::Alone(Kind::Data | Kind::DataImport) => SymbolKind::Data,
        KindFamily::Alone(Kind::Model) => SymbolKind::Model,
        KindFamily::Endpoint => SymbolKind::Endpoint,
        KindFamily::Deployment => SymbolKind::Deployment,
        KindFamily::Datastore => SymbolKind::Datastore,
        KindFamily::Schedule => SymbolKind::Schedule,
        KindFamily::Job => SymbolKind::Job,
        _ => return None,
    })
}

/// A document that gives a resource its name.
pub(super) struct Definition<'w> {
    pub(super) document: &'w Arc<Document>,
    /// The value of `name`.
    pub(super) name: Node<'w>,
    pub(super) version: Option<&'w str>,
    pub(super) endpoint: Option<&'w str>,
}

impl Definition<'_> {
    pub(super) fn location(&self) -> Location {
        Location {
            path: self.document.shared_path(),
            range: inner(self.name),
        }
    }
}

/// The documents that define a `kind`.
pub(super) fn definitions(
    workspace: &Workspace,
    kind: SymbolKind,
) -> impl Iterator<Item = Definition<'_>> {
    let of_kind = move |document: &&Arc<Document>| document.kind().and_then(kind_of) == Some(kind);
    workspace
        .documents()
        .filter(of_kind)
        .filter_map(|document| {
            let name = document
                .get("name")
                .filter(|name| known_text(*name).is_some_and(|text| !text.is_empty()))?;
            let text = |key: &str| document.get(key).and_then(known_text);
            Some(Definition {
                document,
                name,
                version: text("version"),
                endpoint: text("endpoint_name"),
            })
        })
}

/// Whether two names of a `kind` are the same: names of computes, endpoints and deployments ignore the letter case.
pub(super) fn same(kind: SymbolKind, a: &str, b: &str) -> bool {
    match kind {
        SymbolKind::Compute | SymbolKind::Endpoint | SymbolKind::Deployment => {
            a.eq_ignore_ascii_case(b)
        }
        _ => a == b,
    }
}

/// The text of a scalar without its quotes.
pub(super) fn inner(node: Node<'_>) -> TextRange {
    SourceMap::new(node).range(0..node.text().map_or(0, str::len))
}

/// Where a file is opened: at its name, else at its start.
pub(super) fn top(workspace: &Workspace, path: &Arc<str>) -> Location {
    let name = workspace
        .document(path)
        .and_then(|document| document.get("name"))
        .filter(|name| name.text().is_some());
    Location {
        path: path.clone(),
        range: name.map_or(TextRange::empty(0), inner),
    }
}
