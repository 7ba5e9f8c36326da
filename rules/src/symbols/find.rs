//! Finds all occurrences with the same definition.

use crate::path::file_name;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::definitions::{
    candidates, definitions, is_it, is_seen, of_version, origin, same_endpoint, scope,
};
use super::mentions::{exactly, in_any_case, says};
use super::named::{self, same};
use super::{Occurrence, Referent, SymbolKind, collect, declared};
use crate::compute::OriginKind;
use crate::document::{Document, Resource};
use crate::text::Location;
use crate::workspace::Workspace;

/// An occurrence in some file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reference {
    /// Location of the occurrence.
    pub location: Location,
    /// The name as written there.
    pub name: String,
    /// `true` if it is a definition.
    pub is_definition: bool,
    /// `true` if the text is the name itself, `false` if it is the path of a file.
    pub is_name: bool,
}

/// Returns the definitions of `occurrence` in the file at `path`, and all that have the same.
pub fn references(workspace: &Workspace, path: &str, occurrence: &Occurrence) -> Vec<Reference> {
    let mut found: Vec<Reference> = match &occurrence.referent {
        Referent::Declared(definition) => of_declared(
            workspace,
            definition,
            &occurrence.name,
            workspace.documents(),
        )
        .collect(),
        _ => {
            let sought = Sought::new(workspace, path, occurrence);
            let unloaded = sought
                .meant
                .iter()
                .filter(|it| !it.range.is_empty() && workspace.document(&it.path).is_none());
            // Definitions in files that are not documents: inventories, or a configuration that is
            // not open.
            let unloaded_references = unloaded.map(|it| Reference {
                location: it.clone(),
                name: occurrence.name.clone(),
                is_definition: true,
                is_name: true,
            });
            unloaded_references
                .chain(
                    workspace
                        .documents()
                        .flat_map(|document| sought.in_document(document)),
                )
                .collect()
        }
    };
    found.sort();
    found.dedup();
    found
}

/// Returns those of [`references`] that are in the file at `path`, which contains `occurrence`.
pub fn references_here(
    workspace: &Workspace,
    path: &str,
    occurrence: &Occurrence,
) -> Vec<Reference> {
    let Some(document) = workspace.document(path) else {
        return Vec::new();
    };
    let mut found: Vec<Reference> = match &occurrence.referent {
        Referent::Declared(definition) => of_declared(
            workspace,
            definition,
            &occurrence.name,
            std::iter::once(document),
        )
        .collect(),
        _ => Sought::new(workspace, path, occurrence).in_document(document),
    };
    found.sort();
    found.dedup();
    found
}

fn of_declared<'w>(
    workspace: &'w Workspace,
    definition: &'w Location,
    name: &'w str,
    documents: impl Iterator<Item = &'w Arc<Document>>,
) -> impl Iterator<Item = Reference> {
    let may = move |document: &&Arc<Document>| {
        says(document, name, exactly) && may_know(workspace, document, &definition.path)
    };
    documents.filter(may).flat_map(move |document| {
        let mut found = declared(workspace, document);
        found.retain(|one| is_declared_at(one, definition));
        found.into_iter().map(|one| reference(document, &one))
    })
}

/// Returns `true` if `document` is the file at `path` or names it.
fn may_know(workspace: &Workspace, document: &Document, path: &str) -> bool {
    document.path() == path || says_file(workspace, document, path)
}

/// Returns `true` if `document` contains the file name of `path`, with the file system's case rules.
fn says_file(workspace: &Workspace, document: &Document, path: &str) -> bool {
    let ignores_case = workspace.path_style().ignores_case();
    let is_in = if ignores_case { in_any_case } else { exactly };
    says(document, file_name(path), is_in)
}

fn is_declared_at(one: &Occurrence, definition: &Location) -> bool {
    matches!(&one.referent, Referent::Declared(other) if other == definition)
}

fn reference(document: &Document, occurrence: &Occurrence) -> Reference {
    Reference {
        location: Location {
            path: document.shared_path(),
            range: occurrence.range,
        },
        name: occurrence.name.clone(),
        is_definition: occurrence.is_definition,
        is_name: occurrence.is_name(),
    }
}

/// Returns the comparison for names of a `kind`, which may ignore the letter case.
fn matcher(kind: SymbolKind) -> fn(&str, &str) -> bool {
    if same(kind, "a", "A") {
        in_any_case
    } else {
        exactly
    }
}

/// Returns the definitions of `occurrence`: all versions, or only its own if it is a definition.
fn meant(workspace: &Workspace, path: &str, occurrence: &Occurrence) -> BTreeSet<Location> {
    let all: BTreeSet<Location> = definitions(workspace, path, occurrence)
        .into_iter()
        .collect();
    let own = Location {
        path: path.into(),
        range: occurrence.range,
    };
    let alone = occurrence.is_definition
        && (occurrence.kind != SymbolKind::Resource(Resource::Compute) || !all.contains(&own));
    if alone { BTreeSet::from([own]) } else { all }
}

/// Search for the references of a name.
struct Sought<'a> {
    workspace: &'a Workspace,
    /// The definitions to find.
    meant: BTreeSet<Location>,
    /// The file with the initial occurrence.
    path: &'a str,
    kind: SymbolKind,
    /// The name; `None` for a file without one.
    name: Option<String>,
    endpoint: Option<&'a str>,
    /// All definitions of the name.
    candidates: Vec<named::NamingDocument<'a>>,
}

impl<'a> Sought<'a> {
    fn new(workspace: &'a Workspace, path: &'a str, occurrence: &'a Occurrence) -> Self {
        let meant = meant(workspace, path, occurrence);
        let mut target = occurrence.clone();
        if !occurrence.is_name() {
            let location = meant
                .iter()
                .next()
                .filter(|location| !location.range.is_empty());
            let document = location.and_then(|location| workspace.document(&location.path));
            target.name = document
                .and_then(|it| it.get("name")?.text())
                .unwrap_or_default()
                .to_owned();
            let endpoint = document
                .and_then(|it| it.get("endpoint_name")?.text())
                .map(str::to_owned);
            target.referent = Referent::Named {
                version: None,
                endpoint,
            };
        }
        let endpoint = match &occurrence.referent {
            Referent::Named { endpoint, .. } => endpoint.as_deref(),
            _ => None,
        };
        let candidates = candidates(workspace, &target);
        let name = Some(target.name).filter(|name| !name.is_empty());
        Self {
            workspace,
            meant,
            path,
            kind: occurrence.kind,
            name,
            endpoint,
            candidates,
        }
    }

    fn in_document(&self, document: &'a Document) -> Vec<Reference> {
        if !self.may_be_in(document) {
            return Vec::new();
        }
        let all = collect::resources(self.workspace, document, None);
        all.iter()
            .filter(|one| self.is(document.path(), one))
            .map(|one| reference(document, one))
            .collect()
    }

    fn may_be_in(&self, document: &Document) -> bool {
        let by_name = self
            .name
            .as_deref()
            .is_some_and(|name| says(document, name, matcher(self.kind)));
        by_name
            || self
                .meant
                .iter()
                .any(|location| says_file(self.workspace, document, &location.path))
    }

    fn is(&self, path: &'a str, other: &Occurrence) -> bool {
        let version = match &other.referent {
            Referent::File(file) => {
                return self.meant.iter().any(|location| location.path == *file);
            }
            Referent::Named { version, endpoint } => {
                let own = endpoint.as_deref().zip(self.endpoint);
                if own.is_some_and(|(theirs, own)| {
                    !same(SymbolKind::Resource(Resource::Endpoint), theirs, own)
                }) {
                    return false;
                }
                version.as_deref()
            }
            Referent::Declared(_) => return false,
        };
        if other.kind != self.kind
            || !self
                .name
                .as_deref()
                .is_some_and(|name| same(self.kind, &other.name, name))
        {
            return false;
        }
        if self.kind == SymbolKind::Resource(Resource::Compute) {
            let theirs = definitions(self.workspace, path, other);
            return self.counts(path, &theirs);
        }
        if other.is_definition {
            return self.meant.contains(&Location {
                path: path.into(),
                range: other.range,
            });
        }
        let scope = scope(self.workspace, path, self.kind);
        self.counts(path, &of_version(scope.as_ref(), &self.candidates, version))
    }

    /// Returns `true` if `theirs`, the definitions for the file at `path`, contain one of the definitions
    /// to find, or if there are none at all and the file is in the scope of the initial one.
    fn counts(&self, path: &'a str, theirs: &[Location]) -> bool {
        if theirs.is_empty() && self.meant.is_empty() {
            let scope = scope(self.workspace, self.path, self.kind);
            return is_seen(scope.as_ref(), path);
        }
        theirs.iter().any(|location| self.meant.contains(location))
    }
}

/// Returns all occurrences of the name, not of paths, of the resource of `occurrence`, which is in
/// the file at `path`, in all its versions.
pub fn all_of(workspace: &Workspace, path: &str, occurrence: &Occurrence) -> Vec<Reference> {
    let mut found: Vec<Reference> = Vec::new();
    let scope = scope(workspace, path, occurrence.kind);
    for document in workspace
        .documents()
        .filter(|document| says(document, &occurrence.name, matcher(occurrence.kind)))
    {
        if !is_seen(scope.as_ref(), document.path()) {
            continue;
        }
        let all = collect::resources(workspace, document, None);
        found.extend(
            all.iter()
                .filter(|one| is_name_of_same(one, occurrence))
                .map(|one| reference(document, one)),
        );
    }
    found.sort();
    found.dedup();
    found
}

/// Returns `true` if `one` is a name of the same resource as `occurrence`; deployments are
/// distinguished by their endpoints.
fn is_name_of_same(one: &Occurrence, occurrence: &Occurrence) -> bool {
    let is_deployment = occurrence.kind == SymbolKind::Resource(Resource::Deployment);
    one.is_name()
        && one.kind == occurrence.kind
        && same(one.kind, &one.name, &occurrence.name)
        && (!is_deployment || same_endpoint(endpoint_of(one), endpoint_of(occurrence)))
}

fn endpoint_of(occurrence: &Occurrence) -> Option<&str> {
    match &occurrence.referent {
        Referent::Named { endpoint, .. } => endpoint.as_deref(),
        _ => None,
    }
}

/// Returns the location of another resource called `name` that could be confused with `occurrence`
/// of the file at `path`.
pub fn taken(
    workspace: &Workspace,
    path: &str,
    occurrence: &Occurrence,
    name: &str,
) -> Option<(Location, OriginKind)> {
    if occurrence.kind == SymbolKind::Resource(Resource::Compute) {
        let taken = workspace.compute_named(path, name)?;
        return Some((origin(workspace, taken.first()), taken.origin().kind));
    }
    let target = Occurrence {
        name: name.to_owned(),
        ..occurrence.clone()
    };
    let scope = scope(workspace, path, occurrence.kind);
    let scope = scope.as_ref();
    let first = named::definitions(workspace, occurrence.kind)
        .find(|one| is_it(one, &target) && is_seen(scope, one.document.path()))?;
    Some((first.location(), OriginKind::Yaml))
}
