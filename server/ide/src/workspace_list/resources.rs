//! Endpoints, datastores, and assets: those of files, those of the snapshot, and those that are only named.

use std::collections::HashSet;

use azml_rules::document::{Document, Resource};
use azml_rules::settings::Settings;
use azml_rules::snapshot::{
    Asset, EndpointKind, SavedDatastore, SavedEndpoint, SavedEntry, SavedList, SavedTexts, Snapshot,
};
use azml_rules::symbols::named_things;
use azml_rules::syntax::known_text;
use azml_rules::text::Location;
use azml_rules::wording::counted;
use azml_rules::workspace::Workspace;

use super::listed_resource::{ListedResource, SORTS};
use super::uses::{Uses, key};

type Facts = Vec<(&'static str, String)>;

/// Returns the resources other than computes that the files of a folder define.
pub(super) fn in_files(
    workspace: &Workspace,
    settings: &Settings,
    is_in: &dyn Fn(&str) -> bool,
    uses: &mut Uses,
) -> Vec<ListedResource> {
    let mut found = Vec::new();
    let sorts = SORTS.iter().map(|(sort, _)| *sort);
    for resource in sorts.filter(|sort| *sort != Resource::Compute) {
        for document in workspace.members(resource) {
            let own = document.kind().and_then(Resource::described_by);
            if own == Some(resource) && is_in(document.path()) {
                found.extend(of_document(document, resource, settings, uses));
            }
        }
    }
    found
}

fn of_document(
    document: &Document,
    resource: Resource,
    settings: &Settings,
    uses: &mut Uses,
) -> Option<ListedResource> {
    let thing = named_things(document).into_iter().next()?;
    let text = |key: &str| document.get(key).and_then(known_text).map(str::to_owned);
    let path = document.shared_path();
    let mut facts: Facts = vec![("Kind", document.kind()?.label().to_owned())];
    facts.extend(text("version").map(|version| ("Version in this file", version)));
    let snapshot = settings.snapshot.as_deref();
    facts.extend(snapshot.map_or_else(Vec::new, |it| facts_of(it, resource, thing.name)));
    let name = text("name").unwrap_or_default();
    let uses = uses.take(&path, resource, &name);
    let place = Location {
        path,
        range: thing.range,
    };
    Some(listed(resource, thing.name, facts, Some(place), uses))
}

/// Adds the resources of the snapshot that no file defines.
pub(super) fn add_saved(snapshot: &Snapshot, found: &mut Vec<ListedResource>, uses: &mut Uses) {
    let defined: HashSet<_> = found.iter().map(|it| key(it.resource, &it.name)).collect();
    let mut saved = Vec::new();
    for (resource, _) in SORTS {
        let places = match resource {
            Resource::Endpoint => places(snapshot.endpoints.as_ref()),
            Resource::Datastore => places(snapshot.datastores.as_ref()),
            _ => places(snapshot.assets(resource)),
        };
        for (name, place) in places {
            if defined.contains(&key(resource, &name)) {
                continue;
            }
            let mut places = uses.take_undefined(resource, &name);
            if resource == Resource::Model {
                // The input of a job may be a model, too.
                places.extend(uses.take_undefined(Resource::Data, &name));
            }
            let facts = facts_of(snapshot, resource, &name);
            saved.push(listed(resource, &name, facts, Some(place), places));
        }
    }
    found.extend(saved);
}

fn places<T: SavedEntry>(list: Option<&SavedList<T>>) -> Vec<(String, Location)> {
    let entries = list
        .into_iter()
        .flat_map(|list| list.entries().iter().map(move |entry| (list, entry)));
    entries
        .map(|(list, entry)| (entry.name().text.clone(), list.place(entry)))
        .collect()
}

/// Returns the resources that files use and nothing defines.
pub(super) fn undefined(uses: Uses) -> impl Iterator<Item = ListedResource> {
    let is_listed = |resource: Resource| SORTS.iter().any(|(sort, _)| *sort == resource);
    let left = uses
        .left()
        .filter(move |(resource, ..)| is_listed(*resource));
    left.map(|(resource, name, places)| {
        let mut it = listed(resource, &name, Vec::new(), None, places);
        it.summary = "not defined here".to_owned();
        it
    })
}

fn listed(
    resource: Resource,
    name: &str,
    facts: Facts,
    place: Option<Location>,
    uses: Vec<Location>,
) -> ListedResource {
    // The version comes first: a side bar cuts the end.
    let of = |names: &[&str]| {
        facts
            .iter()
            .find(|(name, _)| names.contains(name))
            .map(|(_, value)| value)
    };
    let version =
        of(&["Latest version", "Version in this file"]).map(|version| format!("version {version}"));
    let kind = of(&["Type", "Kind"]).filter(|kind| *kind != resource.label());
    let rest = of(&["Archived", "Deployments", "Default"]);
    let parts: Vec<&str> = version
        .as_ref()
        .into_iter()
        .chain(kind)
        .chain(rest)
        .map(String::as_str)
        .collect();
    ListedResource {
        resource,
        name: name.to_owned(),
        compute: None,
        summary: parts.join(" · "),
        facts,
        costs_while_idle: false,
        place,
        uses,
    }
}

/// Returns the facts of the snapshot about a resource.
fn facts_of(snapshot: &Snapshot, resource: Resource, name: &str) -> Facts {
    let facts = match resource {
        Resource::Endpoint => {
            let found = snapshot
                .endpoints
                .as_ref()
                .and_then(|it| it.named(name).next());
            found.map(of_endpoint)
        }
        Resource::Datastore => {
            let found = snapshot
                .datastores
                .as_ref()
                .and_then(|it| it.named(name).next());
            found.map(of_datastore)
        }
        _ => snapshot
            .assets(resource)
            .and_then(|it| it.get(name))
            .map(of_asset),
    };
    facts.unwrap_or_default()
}

fn of_asset(asset: &Asset) -> Facts {
    let mut facts: Facts = asset
        .kind
        .iter()
        .map(|kind| ("Type", kind.clone()))
        .collect();
    let latest = asset.latest.iter();
    facts.extend(latest.map(|version| ("Latest version", version.clone())));
    let versions = asset.versions.as_ref().map(SavedTexts::to_vec);
    let versions = versions.filter(|it| !it.is_empty());
    facts.extend(versions.map(|it| ("Versions", it.join(", "))));
    if asset.is_archived {
        facts.push(("Archived", "archived".to_owned()));
    }
    facts
}

fn of_datastore(store: &SavedDatastore) -> Facts {
    let mut facts: Facts = store
        .kind
        .iter()
        .map(|kind| ("Type", kind.clone()))
        .collect();
    if store.is_default {
        facts.push(("Default", "default".to_owned()));
    }
    facts
}

fn of_endpoint(endpoint: &SavedEndpoint) -> Facts {
    let kind = endpoint.kind.map(EndpointKind::label);
    let mut facts: Facts = kind
        .map(|kind| ("Type", kind.to_owned()))
        .into_iter()
        .collect();
    let Some(deployments) = &endpoint.deployments else {
        return facts;
    };
    let count = counted(deployments.len(), "deployment");
    facts.push(("Deployments", count));
    facts.extend(deployments.iter().map(|it| {
        let share = endpoint
            .traffic
            .get(&it.name)
            .map(|share| format!("{share}% of the traffic"));
        let count = it.instance_count.map(|count| counted(count, "instance"));
        let parts = [
            Some(it.name.clone()),
            share,
            it.instance_type.clone(),
            count,
            it.compute.clone(),
        ];
        (
            "Deployment",
            parts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
        )
    }));
    facts
}
