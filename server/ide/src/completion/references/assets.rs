//! Completion of asset names and versions, as files of the folder define them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use azml_rules::document::{Document, Kind, Resource, ResourcePosition, ResourceUse};
use azml_rules::expression::PortType;
use azml_rules::schema::resource_at;
use azml_rules::snapshot::{SavedList, SavedTexts};
use azml_rules::syntax::known_text;

use super::asset_item::{about, item};
use crate::Site;
use crate::completion::item::Item;
use crate::completion::line::Value;
use crate::completion::stand_in::StandIn;
use crate::markdown::Markdown;
use crate::saved_workspace;

/// Maximum number of names or versions listed.
const LISTED: usize = 200;

/// The datastore for files that every workspace has by default.
const BLOB_STORE: &str = "workspaceblobstore";

/// Returns the resource that the value replaced by `stand_in` names.
pub(crate) fn used_at(stand_in: &StandIn) -> Option<ResourceUse> {
    // If the inserted text causes a mistake in the lines below, the resource is unknown.
    resource_at(&stand_in.document, stand_in.node()?).filter(|used| used.is_certain)
}

/// Returns the assets that match `used`.
pub(crate) fn items(
    site: &Site<'_>,
    value: &Value<'_>,
    stand_in: &StandIn,
    used: ResourceUse,
) -> Vec<Item> {
    if used.position == ResourcePosition::Text {
        return Vec::new();
    }
    let expected = (used.position == ResourcePosition::InputPath)
        .then(|| expected_type(site, stand_in))
        .flatten();
    let named = named(site, used.resource);
    let typed = value.typed;
    let is_name = !typed.contains(['/', ':']) && !typed.starts_with('.');
    let Some(name) = typed.strip_prefix("azureml:") else {
        if is_name || "azureml:".starts_with(typed) {
            return names(site, value, used, &named, expected);
        }
        return Vec::new();
    };
    match name.split_once([':', '@']) {
        _ if name.starts_with('/') && used.position == ResourcePosition::InputPath => {
            datastores(site, value)
        }
        _ if name.starts_with('/') => Vec::new(),
        Some((name, _)) if used.resource.is_versioned() => {
            versions(site, value, (used.resource, name), named.get(name))
        }
        _ => names(site, value, used, &named, expected),
    }
}

/// Returns the definitions of each name, the newest version first.
fn named<'s>(site: &Site<'s>, resource: Resource) -> BTreeMap<&'s str, Vec<&'s Document>> {
    let mut named: BTreeMap<&str, Vec<&Document>> = BTreeMap::new();
    let here = site.document.path();
    for document in site.workspace.members_in_scope(here, resource) {
        if let Some(name) = document
            .get("name")
            .and_then(known_text)
            .filter(|_| document.path() != site.document.path())
        {
            named.entry(name).or_default().push(document);
        }
    }
    for definitions in named.values_mut() {
        definitions.sort_by(|a, b| newest_first(version(a), version(b)));
    }
    named
}

/// Returns the version that a file gives its asset.
fn version(document: &Document) -> Option<&str> {
    document.get("version").and_then(known_text)
}

/// Compares numbers by value, and versions of several numbers part by part.
fn newest_first(a: Option<&str>, b: Option<&str>) -> Ordering {
    version_parts(b).cmp(&version_parts(a))
}

fn version_parts(version: Option<&str>) -> Vec<(u64, &str)> {
    let parts = version.unwrap_or_default().split(['.', '-']);
    parts
        .map(|part| (part.parse().unwrap_or(0), part))
        .collect()
}

fn names(
    site: &Site<'_>,
    value: &Value<'_>,
    used: ResourceUse,
    named: &BTreeMap<&str, Vec<&Document>>,
    expected: Option<PortType>,
) -> Vec<Item> {
    let mut found: Vec<(bool, Item)> = Vec::new();
    for (name, definitions) in named {
        let Some(newest) = definitions.first() else {
            continue;
        };
        let own = asset_type(newest);
        let mut detail = vec![
            newest
                .kind()
                .map_or_else(String::new, |kind| kind.label().to_owned()),
        ];
        let mut is_exact = true;
        if let (Some(own), Some(expected)) = (own, expected) {
            if !own.fits(expected) {
                continue;
            }
            is_exact = own == expected;
            detail.push(if is_exact {
                own.name().to_owned()
            } else {
                format!("{} ({} expected)", own.name(), expected.name())
            });
        }
        detail.extend(
            version(newest)
                .filter(|_| used.resource.is_versioned())
                .map(|version| format!("version {version}")),
        );
        let reference = format!(
            "azureml:{name}{}",
            suffix(value, used.resource, version(newest))
        );
        found.push((
            is_exact,
            item(
                value,
                name,
                &reference,
                &detail.join(" · "),
                about(site, newest),
            ),
        ));
    }
    found.extend(saved_names(site, value, used, named, expected));
    found.sort_by_key(|(is_exact, _)| !is_exact);
    let mut items: Vec<Item> = found.into_iter().map(|(_, item)| item).collect();
    items.truncate(LISTED);
    let is_listed = items.iter().any(|item| item.label == BLOB_STORE);
    if used.resource == Resource::Datastore && !is_listed {
        let detail = "the default blob storage of the workspace";
        let reference = format!("azureml:{BLOB_STORE}");
        let about = Markdown::new();
        items.push(item(value, BLOB_STORE, &reference, detail, about));
    }
    if used.position == ResourcePosition::InputPath && value.rest.is_empty() {
        items.extend(datastores(site, value));
    }
    items
}

/// Returns the names that only the snapshot of the workspace has, with `true` if they have the type that
/// is expected.
fn saved_names(
    site: &Site<'_>,
    value: &Value<'_>,
    used: ResourceUse,
    named: &BTreeMap<&str, Vec<&Document>>,
    expected: Option<PortType>,
) -> Vec<(bool, Item)> {
    let settings = site.settings();
    let Some(snapshot) = settings.snapshot.as_deref() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if used.resource == Resource::Datastore {
        let stores = snapshot.datastores.iter().flat_map(SavedList::entries);
        for store in stores.filter(|store| !named.contains_key(store.name.text.as_str())) {
            let name = &store.name.text;
            let detail = saved_detail(store.kind.as_deref(), "datastore");
            let reference = format!("azureml:{name}");
            let about = Markdown::new();
            found.push((true, item(value, name, &reference, &detail, about)));
        }
        return found;
    }
    for (sort, list) in snapshot.asset_lists(used.resource) {
        let assets = list.entries().iter();
        for asset in assets.filter(|asset| !named.contains_key(asset.name.text.as_str())) {
            let own = asset.kind.as_deref().and_then(PortType::parse);
            let fits = own
                .zip(expected)
                .map(|(own, expected)| (own.fits(expected), own == expected));
            if asset.is_archived || fits.is_some_and(|(fits, _)| !fits) {
                continue;
            }
            let name = &asset.name.text;
            let latest = asset.latest.as_deref();
            let suffix = suffix(value, used.resource, latest);
            let mut detail = saved_detail(asset.kind.as_deref(), sort.label());
            if let Some(latest) = latest {
                detail = format!("{detail} · version {latest}");
            }
            let about = saved_workspace::asset(site, sort, name).unwrap_or_default();
            let reference = format!("azureml:{name}{suffix}");
            let is_exact = fits.is_none_or(|(_, is_exact)| is_exact);
            found.push((is_exact, item(value, name, &reference, &detail, about)));
            if found.len() == LISTED {
                return found;
            }
        }
    }
    found
}

/// "uri_folder in the workspace", "environment in the workspace"
fn saved_detail(kind: Option<&str>, label: &str) -> String {
    format!("{} in the workspace", kind.unwrap_or(label))
}

/// Returns the suffix after a name: the one already written, else the newest version.
fn suffix(value: &Value<'_>, resource: Resource, newest: Option<&str>) -> String {
    let written = value
        .rest
        .find([':', '@'])
        .and_then(|at| value.rest.get(at..))
        .unwrap_or_default();
    match newest {
        _ if !resource.is_versioned() => String::new(),
        _ if !written.is_empty() && value.typed.starts_with("azureml:") => written.to_owned(),
        Some(version) => format!(":{version}"),
        None => "@latest".to_owned(),
    }
}

fn versions(
    site: &Site<'_>,
    value: &Value<'_>,
    (resource, name): (Resource, &str),
    definitions: Option<&Vec<&Document>>,
) -> Vec<Item> {
    let behind_at =
        value.typed.contains('@') && !value.typed.get(8..).unwrap_or_default().contains(':');
    let mut items = Vec::new();
    let definitions = definitions.filter(|_| !behind_at);
    for document in definitions.into_iter().flatten().take(LISTED) {
        let Some(version) = version(document) else {
            continue;
        };
        let label = document.kind().map_or("", Kind::label);
        let reference = format!("azureml:{name}:{version}");
        items.push(item(
            value,
            version,
            &reference,
            label,
            about(site, document),
        ));
    }
    items.extend(saved_versions(
        site,
        value,
        (resource, name),
        &items,
        behind_at,
    ));
    let latest = item(
        value,
        "@latest",
        &format!("azureml:{name}@latest"),
        "the version created last",
        Markdown::new(),
    );
    // The typed text ends with a colon, which is removed.
    let filter = if behind_at {
        latest.filter.clone()
    } else {
        format!("azureml:{name}:latest")
    };
    items.push(Item { filter, ..latest });
    items
}

/// Returns the versions, or after `@` the labels, that only the snapshot of the workspace has; the newest
/// version first.
fn saved_versions(
    site: &Site<'_>,
    value: &Value<'_>,
    (resource, name): (Resource, &str),
    known: &[Item],
    are_labels: bool,
) -> Vec<Item> {
    let settings = site.settings();
    let Some(snapshot) = settings.snapshot.as_deref() else {
        return Vec::new();
    };
    let mut lists = snapshot.asset_lists(resource);
    let Some((sort, asset)) = lists.find_map(|(sort, list)| Some((sort, list.get(name)?))) else {
        return Vec::new();
    };
    let about = || saved_workspace::asset(site, sort, name).unwrap_or_default();
    if are_labels {
        let labels = asset.labels.iter().flatten();
        let labels = labels
            .filter(|(label, _)| *label != "latest")
            .map(|(label, version)| {
                let reference = format!("azureml:{name}@{label}");
                let detail = format!("version {version} in the workspace");
                item(value, &format!("@{label}"), &reference, &detail, about())
            });
        return labels.take(LISTED).collect();
    }
    let versions = asset.versions.iter().flat_map(SavedTexts::to_vec).rev();
    let latest = asset.latest.iter().filter(|_| asset.versions.is_none());
    let new = versions.chain(latest.cloned()).filter(|version| {
        let is_archived = asset.is_archived(Some(version));
        !is_archived && !known.iter().any(|item| item.label == *version)
    });
    let items = new.take(LISTED).map(|version| {
        let reference = format!("azureml:{name}:{version}");
        let detail = saved_detail(asset.kind.as_deref(), sort.label());
        item(value, &version, &reference, &detail, about())
    });
    items.collect()
}

fn asset_type(document: &Document) -> Option<PortType> {
    let unsaid = match document.kind()? {
        Kind::Data | Kind::DataImport => PortType::UriFolder,
        Kind::Model => PortType::CustomModel,
        _ => return None,
    };
    document.get("type").map_or(Some(unsaid), |node| {
        known_text(node).and_then(PortType::parse)
    })
}

/// Returns the type of the input whose `path` is being written.
fn expected_type(site: &Site<'_>, stand_in: &StandIn) -> Option<PortType> {
    let input = stand_in.node()?.parent()?;
    if let Some(named) = input.get("type") {
        return known_text(named).and_then(PortType::parse);
    }
    let changed = stand_in.site(site);
    let program = changed.program();
    for (_, step) in program.calls() {
        let mut inputs = step.inputs.list.iter();
        if let Some(port) = inputs.find(|port| port.value == input) {
            let declared = step.callee.interface()?.inputs.get(port.name())?;
            return declared.declared();
        }
    }
    None
}

/// Returns paths on the datastores of the folder, and on the default datastore.
fn datastores(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    let here = site.document.path();
    for document in site.workspace.members_in_scope(here, Resource::Datastore) {
        let name = document.get("name").and_then(known_text);
        if let (Some(name), Some(kind)) = (name, document.kind()) {
            items.push(datastore(value, name, kind.label()));
        }
    }
    let settings = site.settings();
    let snapshot = settings.snapshot.as_deref();
    let saved = snapshot.and_then(|snapshot| snapshot.datastores.as_ref());
    for store in saved.into_iter().flat_map(SavedList::entries) {
        let detail = saved_detail(store.kind.as_deref(), "datastore");
        let item = datastore(value, &store.name.text, &detail);
        if store.name.text != BLOB_STORE && !items.iter().any(|own| own.label == item.label) {
            items.push(item);
        }
    }
    items.push(datastore(
        value,
        BLOB_STORE,
        "the default blob storage of the workspace",
    ));
    items
}

fn datastore(value: &Value<'_>, name: &str, detail: &str) -> Item {
    let address = format!("azureml://datastores/{name}/paths/");
    let item = item(value, &address, &address, detail, Markdown::new());
    Item {
        filter: address,
        ..item
    }
}
