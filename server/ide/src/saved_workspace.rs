//! The snapshot of the workspace, as cards and lists show it.

use azml_rules::document::Resource;
use azml_rules::expression::AssetRef;
use azml_rules::snapshot::{EndpointKind, SavedEndpoint, SavedEntry, SavedList, Snapshot};
use azml_rules::text::Location;
use azml_rules::wording::counted;

use crate::Site;
use crate::markdown::{Markdown, code, joined, md, ours, plain};

/// Maximum number of versions and deployments listed.
const LISTED: usize = 5;

/// Returns the place in the snapshot that lists the `resource` called `name`.
pub(crate) fn place_of(site: &Site<'_>, resource: Resource, name: &str) -> Option<Location> {
    let settings = site.settings();
    let snapshot = settings.snapshot.as_deref()?;
    match resource {
        Resource::Datastore => place_in(snapshot.datastores.as_ref()?, name),
        Resource::Endpoint => place_in(snapshot.endpoints.as_ref()?, name),
        _ => {
            let mut lists = snapshot.asset_lists(resource);
            lists.find_map(|(_, list)| Some(list.place(list.get(name)?)))
        }
    }
}

fn place_in<T: SavedEntry>(list: &SavedList<T>, name: &str) -> Option<Location> {
    Some(list.place(list.named(name).next()?))
}

/// Returns the facts of an asset that the snapshot lists, as rows of a card.
pub(crate) fn asset(site: &Site<'_>, resource: Resource, name: &str) -> Option<Markdown> {
    let settings = site.settings();
    let snapshot = settings.snapshot.as_deref()?;
    let mut lists = snapshot.asset_lists(resource);
    let (list, asset) = lists.find_map(|(_, list)| Some((list, list.get(name)?)))?;
    let mut rows = Markdown::new();
    if let Some(kind) = &asset.kind {
        rows.push_row("Type", code(kind));
    }
    if let Some(latest) = &asset.latest {
        let count = asset
            .versions
            .as_ref()
            .map(|versions| versions.to_vec().len())
            .filter(|count| *count > 1);
        let count = count.map_or_else(Markdown::new, |count| md!(" of {} versions", count));
        rows.push_row("Latest version", md!("{}{}", code(latest), count));
    }
    for (label, version) in asset.labels.iter().flatten().take(LISTED) {
        rows.push_row("Label", md!("{} is version {}", code(label), code(version)));
    }
    if asset.is_archived {
        rows.push_row("Archived", "the whole asset");
    } else if !asset.archived_versions.is_empty() {
        let versions = asset.archived_versions.iter().take(LISTED);
        let versions = joined(versions.map(code), ", ");
        rows.push_row("Archived versions", versions);
    }
    rows.push(source(site, snapshot, &list.place(asset)));
    Some(rows.trimmed())
}

/// Returns the facts of a datastore that the snapshot lists.
pub(crate) fn datastore(site: &Site<'_>, name: &str) -> Option<Markdown> {
    let settings = site.settings();
    let snapshot = settings.snapshot.as_deref()?;
    let list = snapshot.datastores.as_ref()?;
    let store = list.named(name).next()?;
    let mut rows = Markdown::new();
    if let Some(kind) = &store.kind {
        rows.push_row("Type", code(kind));
    }
    if store.is_default {
        rows.push_row("Default", "it is the default datastore of the workspace");
    }
    rows.push(source(site, snapshot, &list.place(store)));
    Some(rows.trimmed())
}

/// Returns the facts of an endpoint that the snapshot lists.
pub(crate) fn endpoint(site: &Site<'_>, name: &str) -> Option<Markdown> {
    let settings = site.settings();
    let snapshot = settings.snapshot.as_deref()?;
    let list = snapshot.endpoints.as_ref()?;
    let endpoint = list.named(name).next()?;
    let mut rows = Markdown::new();
    if let Some(kind) = endpoint.kind {
        rows.push_row("Type", kind.label());
    }
    let deployments = endpoint.deployments.iter().flatten().take(LISTED);
    for deployment in deployments {
        let mut facts = vec![code(&deployment.name)];
        facts.extend(deployment.instance_type.as_ref().map(plain));
        let count = deployment.instance_count;
        facts.extend(count.map(|count| ours(counted(count, "instance"))));
        facts.extend(deployment.compute.as_ref().map(plain));
        let share = endpoint.traffic.get(&deployment.name);
        facts.extend(share.map(|share| md!("{}% of the traffic", *share)));
        rows.push_row("Deployment", joined(facts, " · "));
    }
    rows.push(source(site, snapshot, &list.place(endpoint)));
    Some(rows.trimmed())
}

/// Returns the row about the snapshot: its workspace, its place, and its age.
fn source(site: &Site<'_>, snapshot: &Snapshot, place: &Location) -> Markdown {
    let mut facts = vec![site.place_link(&place.path, place.range.start)];
    facts.extend(
        snapshot
            .workspace
            .as_ref()
            .map(|name| md!("workspace {}", code(name))),
    );
    facts.extend(
        snapshot
            .saved
            .map(|day| md!("saved on {}", ours(day.to_string()))),
    );
    let age = snapshot.age(site.today()).filter(|days| *days > 0);
    facts.extend(age.map(|days| ours(format!("{} ago", counted(days, "day")))));
    let mut row = Markdown::new();
    row.push_row("Snapshot", joined(facts, " · "));
    row
}

/// Returns `true` if the snapshot lists all resources of this sort, and none called `name`.
pub(crate) fn lacks(site: &Site<'_>, resource: Resource, name: &str) -> bool {
    let settings = site.settings();
    let Some(snapshot) = settings.snapshot.as_deref() else {
        return false;
    };
    let is_whole = match resource {
        Resource::Datastore => snapshot.datastores.as_ref().is_some_and(|it| it.is_whole),
        Resource::Endpoint => snapshot.endpoints.as_ref().is_some_and(|it| it.is_whole),
        _ => snapshot
            .asset_lists(resource)
            .any(|(_, list)| list.is_whole),
    };
    is_whole && place_of(site, resource, name).is_none()
}

/// Returns the endpoints of a sort.
pub(crate) fn endpoints(
    snapshot: &Snapshot,
    kind: EndpointKind,
) -> impl Iterator<Item = &SavedEndpoint> {
    let all = snapshot.endpoints.iter().flat_map(SavedList::entries);
    all.filter(move |endpoint| endpoint.kind.is_none_or(|own| own == kind))
}

/// Returns the sort and the name of the resource that an address names, for what is not a symbol.
pub(crate) fn named_by_address(text: &str) -> Option<(Resource, &str)> {
    match AssetRef::parse(text) {
        AssetRef::Datastore { datastore, .. } => Some((Resource::Datastore, datastore)),
        _ => None,
    }
}
