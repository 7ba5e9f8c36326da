//! Finds the definitions of an occurrence.

use super::named::{self, same, top};
use super::{Occurrence, Referent, SymbolKind, collect};
use crate::compute::{ComputeDef, KnownCompute, OriginKind};
use crate::document::Resource;
use crate::expression::text_range;
use crate::text::{Location, TextRange};
use crate::workspace::{Scope, Workspace};

/// Returns the definitions of `occurrence` in the file at `path`: all versions, in all its files.
pub fn definitions(workspace: &Workspace, path: &str, occurrence: &Occurrence) -> Vec<Location> {
    match &occurrence.referent {
        Referent::Declared(location) => vec![location.clone()],
        Referent::File(file) => vec![top(workspace, file)],
        Referent::Named { .. } if occurrence.kind == SymbolKind::Resource(Resource::Compute) => {
            let known = workspace.compute_named(path, &occurrence.name);
            known
                .iter()
                .flat_map(KnownCompute::definitions)
                .map(|def| origin(workspace, def))
                .collect()
        }
        Referent::Named { version, .. } => {
            let candidates = candidates(workspace, occurrence);
            let scope = scope(workspace, path, occurrence.kind);
            of_version(scope.as_ref(), &candidates, version.as_deref())
        }
    }
}

/// Returns the files in which the file at `path` looks up the name of a `kind`.
pub(super) fn scope<'a>(
    workspace: &'a Workspace,
    path: &'a str,
    kind: SymbolKind,
) -> Option<Scope<'a>> {
    match kind {
        SymbolKind::Resource(resource) => Some(workspace.scope(path, resource)),
        _ => None,
    }
}

/// Returns `true` if the file at `path` is in `scope`.
pub(super) fn is_seen<'a>(scope: Option<&Scope<'a>>, path: &'a str) -> bool {
    scope.is_none_or(|scope| scope.distance(path).is_some())
}

/// Returns all documents that define the name of `occurrence`, in all versions and projects.
pub(super) fn candidates<'w>(
    workspace: &'w Workspace,
    occurrence: &Occurrence,
) -> Vec<named::NamingDocument<'w>> {
    named::definitions(workspace, occurrence.kind)
        .filter(|one| is_it(one, occurrence))
        .collect()
}

/// Returns those of `version` in `scope`; all in it if none has that version, since a file may
/// already have the next version. Of several projects, the closest is used.
pub(super) fn of_version<'a>(
    scope: Option<&Scope<'a>>,
    all: &[named::NamingDocument<'a>],
    version: Option<&str>,
) -> Vec<Location> {
    let path = |one: &&named::NamingDocument<'a>| one.document.path();
    let mut found: Vec<&named::NamingDocument<'a>> = all.iter().collect();
    found.retain(|one| is_seen(scope, path(one)));
    let is_it = |one: &&named::NamingDocument<'_>| version.is_some() && one.version == version;
    if found.iter().any(is_it) {
        found.retain(is_it);
    }
    let closest = match scope {
        Some(scope) => scope.closest(found, path),
        None => found,
    };
    closest.iter().map(|one| one.location()).collect()
}

pub(super) fn is_it(one: &named::NamingDocument<'_>, occurrence: &Occurrence) -> bool {
    let name = one.name.text().unwrap_or_default();
    let Referent::Named { endpoint, .. } = &occurrence.referent else {
        return false;
    };
    same(occurrence.kind, name, &occurrence.name)
        && (occurrence.kind != SymbolKind::Resource(Resource::Deployment)
            || same_endpoint(one.endpoint, endpoint.as_deref()))
}

/// Deployments without a known endpoint are never equal.
pub(super) fn same_endpoint(a: Option<&str>, b: Option<&str>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if same(SymbolKind::Resource(Resource::Endpoint), a, b))
}

/// Returns the location of a compute; in JSON, without the quotes of the name.
pub(super) fn origin(workspace: &Workspace, def: &ComputeDef) -> Location {
    let path = &def.origin.path;
    let range = def.origin.range;
    if let Some(config) = workspace
        .document(path)
        .filter(|_| def.origin.kind == OriginKind::Config)
    {
        // The file may have changed since the settings were read.
        let key = collect::config_keys(config)
            .into_iter()
            .find(|(_, name)| *name == def.name);
        let range = key.map_or(range, |(node, _)| text_range(node));
        return Location {
            path: path.clone(),
            range,
        };
    }
    let node = workspace
        .document(path)
        .and_then(|document| document.tree().node_at(range.start));
    let quoted = range.len() as usize == def.name.len() + 2;
    let range = match node.filter(|node| node.text() == Some(&def.name)) {
        Some(node) => text_range(node),
        None if quoted => TextRange::new(range.start + 1, range.end - 1),
        None => range,
    };
    Location {
        path: path.clone(),
        range,
    }
}
