//! Users of the resource that a file defines: the code lens above its name, and the call hierarchy
//! of components and pipelines.

use std::collections::BTreeMap;
use std::sync::Arc;

use azml_rules::document::{Document, Kind, KindFamily, Resource};
use azml_rules::schema::resource_uses;
use azml_rules::symbols::{
    Occurrence, Referent, SymbolKind, definitions, named_things, occurrence_at, occurrences,
    references,
};
use azml_rules::syntax::{Node, NodeKind};
use azml_rules::text::{Location, TextRange};
use azml_rules::wording::{counted, listed};
use azml_rules::workspace::Workspace;

use crate::Site;

/// The users of the resource that the document defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsedBy {
    /// Its name, or the start of the file.
    pub range: TextRange,
    /// "used by 3 pipelines and 1 schedule"
    pub title: String,
    /// Their locations.
    pub places: Vec<Location>,
}

/// Returns the users of the resource that the document defines; `None` without users, because there
/// may be some outside the folder.
pub fn used_by(site: &Site<'_>) -> Option<UsedBy> {
    let thing = named_things(site.document)
        .into_iter()
        .find(|thing| is_reusable(thing.kind))?;
    let places: Vec<Location> = uses(site, thing.kind, thing.name, thing.range);
    let mut users: BTreeMap<&str, Kind> = BTreeMap::new();
    for place in &places {
        if let Some(kind) = site
            .workspace
            .document(&place.path)
            .and_then(|document| document.kind())
        {
            users.insert(&place.path, kind);
        }
    }
    let title = users_counted(users.into_values())?;
    Some(UsedBy {
        range: thing.range,
        title: format!("used by {title}"),
        places,
    })
}

/// Returns the references of `document`. While they are the same, the code lenses of other
/// documents stay valid.
pub fn uses_of(document: &Document) -> Vec<String> {
    let kind = document.kind().map(|kind| kind.id().to_string());
    let named = resource_uses(document)
        .into_iter()
        .filter_map(|(node, _)| node.text().map(str::to_owned));
    let mut uses: Vec<String> = kind.into_iter().chain(named).collect();
    // A kind without references uses nothing.
    if uses.len() < 2 {
        uses.clear();
    }
    uses.sort_unstable();
    uses
}

fn is_reusable(kind: SymbolKind) -> bool {
    use Resource::{Component, Compute, Data, Environment, Model};
    let SymbolKind::Resource(resource) = kind else {
        return false;
    };
    matches!(resource, Component | Compute | Data | Environment | Model)
}

fn uses(site: &Site<'_>, kind: SymbolKind, name: &str, range: TextRange) -> Vec<Location> {
    let named = occurrence_at(site.workspace, site.document, range.start);
    let definition = match named {
        Some(named) if named.is_definition && named.kind == kind => named,
        // A file without a name is referenced by its path.
        _ => of_file(site.document, kind, name),
    };
    let all = references(site.workspace, site.document.path(), &definition);
    all.into_iter()
        .filter(|place| !place.is_definition)
        .map(|place| place.location)
        .collect()
}

fn of_file(document: &Document, kind: SymbolKind, name: &str) -> Occurrence {
    Occurrence {
        name: name.to_owned(),
        kind,
        range: TextRange::empty(0),
        is_definition: false,
        referent: Referent::File(document.shared_path()),
    }
}

/// "3 pipelines, 1 job and 1 schedule"
fn users_counted(kinds: impl Iterator<Item = Kind>) -> Option<String> {
    let mut counts = [0_u32; 5];
    for kind in kinds {
        let at = match kind.family() {
            _ if kind.is_pipeline() => 0,
            KindFamily::Job => 1,
            KindFamily::Component => 2,
            KindFamily::Deployment | KindFamily::Endpoint => 3,
            _ => 4,
        };
        counts[at] += 1;
    }
    let nouns = ["pipeline", "job", "component", "deployment", "other file"];
    let known = counts.iter().zip(nouns).filter(|(count, _)| **count > 0);
    let parts: Vec<String> = known.map(|(count, noun)| counted(*count, noun)).collect();
    (!parts.is_empty()).then(|| listed(&parts))
}

/// An item of the call hierarchy: a component or a pipeline; schedules and deployments call too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Callable {
    /// Its name.
    pub name: String,
    /// The type of its resource.
    pub kind: SymbolKind,
    /// The file, opened at the name.
    pub location: Location,
    /// The file relative to the folder.
    pub detail: String,
}

/// One side of a call, with its call sites.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallEdge {
    /// The caller or the callee.
    pub other: Callable,
    /// The steps that make the call, in the file of the caller.
    pub steps: Vec<TextRange>,
}

/// Returns the item at `offset`: the component of a reference or a step, else the component or
/// pipeline of the document.
pub fn callable(site: &Site<'_>, offset: u32) -> Vec<Callable> {
    let occurrence = occurrence_at(site.workspace, site.document, offset);
    let kinds = [
        SymbolKind::Resource(Resource::Component),
        SymbolKind::Resource(Resource::Job),
    ];
    let at = occurrence
        .filter(|occurrence| kinds.contains(&occurrence.kind) && !occurrence.is_definition);
    let files: Vec<Arc<str>> = match at {
        Some(occurrence) => {
            let all = definitions(site.workspace, site.document.path(), &occurrence);
            all.into_iter().map(|location| location.path).collect()
        }
        None => vec![site.document.shared_path()],
    };
    let mut known: Vec<Callable> = Vec::new();
    for path in &files {
        known.extend(of_path(site, path).filter(|one| kinds.contains(&one.kind)));
    }
    known
}

fn of_path(site: &Site<'_>, path: &str) -> Option<Callable> {
    let document = site.workspace.document(path)?;
    let thing = named_things(document).into_iter().next()?;
    Some(Callable {
        name: thing.name.to_owned(),
        kind: thing.kind,
        location: Location {
            path: document.shared_path(),
            range: thing.range,
        },
        detail: site.shown(path).to_owned(),
    })
}

/// Returns the pipelines and sweeps that use the resource of the document.
pub fn incoming(site: &Site<'_>) -> Vec<CallEdge> {
    let Some(thing) = named_things(site.document).into_iter().next() else {
        return Vec::new();
    };
    let mut calls: BTreeMap<Arc<str>, Vec<TextRange>> = BTreeMap::new();
    for place in uses(site, thing.kind, thing.name, thing.range) {
        let range = step_around(site.workspace, &place).unwrap_or(place.range);
        calls.entry(place.path).or_default().push(range);
    }
    calls_with(site, calls)
}

fn calls_with(site: &Site<'_>, calls: BTreeMap<Arc<str>, Vec<TextRange>>) -> Vec<CallEdge> {
    let mut found = Vec::new();
    for (path, steps) in calls {
        if let Some(other) = of_path(site, &path) {
            found.push(CallEdge { other, steps });
        }
    }
    found
}

/// Returns the key of the step that names a component at `place`.
fn step_around(workspace: &Workspace, place: &Location) -> Option<TextRange> {
    let node = workspace
        .document(&place.path)?
        .tree()
        .node_at(place.range.start)?;
    let step = node
        .parent()
        .filter(|step| step.kind() == NodeKind::Mapping)?;
    let is_step = step.parent().and_then(Node::key).and_then(Node::text) == Some("jobs");
    step.key().filter(|_| is_step).map(Node::range)
}

/// Returns the components that the document uses.
pub fn outgoing(site: &Site<'_>) -> Vec<CallEdge> {
    let path = site.document.path();
    let mut calls: BTreeMap<Arc<str>, Vec<TextRange>> = BTreeMap::new();
    let kinds = [
        SymbolKind::Resource(Resource::Component),
        SymbolKind::Resource(Resource::Job),
    ];
    let named = occurrences(site.workspace, site.document).into_iter();
    for used in named.filter(|one| kinds.contains(&one.kind) && !one.is_definition) {
        let place = Location {
            path: site.document.shared_path(),
            range: used.range,
        };
        let range = step_around(site.workspace, &place).unwrap_or(used.range);
        for definition in definitions(site.workspace, path, &used) {
            calls.entry(definition.path).or_default().push(range);
        }
    }
    calls_with(site, calls)
}
