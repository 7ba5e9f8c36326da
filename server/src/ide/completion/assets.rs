//! Assets by name and version, as files of the folder define them; endpoints and deployments by name.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use azml_rules::document::{Document, Kind, Resource, ResourcePosition, ResourceUse};
use azml_rules::expression::PortType;
use azml_rules::schema::resource_at;
use azml_rules::syntax::{Node, known_text};

use super::item::{Item, Sort};
use super::line::Value;
use super::stand_in::StandIn;
use crate::ide::Site;

/// So many names or versions are listed.
const LISTED: usize = 200;

/// The datastore of files that every workspace is made with.
const BLOB_STORE: &str = "workspaceblobstore";

/// What the value that `stand_in` is in place of names.
pub(super) fn used_at(stand_in: &StandIn) -> Option<ResourceUse> {
    // Where what is put in makes a mistake of what stands below, nothing can be named.
    resource_at(&stand_in.document, stand_in.node()?).filter(|used| used.is_certain)
}

/// The assets that can stand for what is `used`.
pub(super) fn items(
    site: &Site<'_>,
    value: &Value<'_>,
    stand_in: &StandIn,
    used: ResourceUse,
) -> Vec<Item> {
    if used.position == ResourcePosition::Text {
        return Vec::new();
    }
    let wanted = (used.position == ResourcePosition::InputPath)
        .then(|| wanted_type(site, stand_in))
        .flatten();
    let named = named(site, used.resource);
    let typed = value.typed;
    let is_name = !typed.contains(['/', ':']) && !typed.starts_with('.');
    let Some(name) = typed.strip_prefix("azureml:") else {
        if is_name || "azureml:".starts_with(typed) {
            return names(site, value, used, &named, wanted);
        }
        return Vec::new();
    };
    match name.split_once([':', '@']) {
        _ if name.starts_with('/') && used.position == ResourcePosition::InputPath => {
            datastores(site, value).collect()
        }
        _ if name.starts_with('/') => Vec::new(),
        Some((name, _)) if used.resource.is_versioned() => {
            versions(site, value, name, named.get(name))
        }
        _ => names(site, value, used, &named, wanted),
    }
}

/// The definitions of each name, the newest version first.
fn named<'s>(site: &Site<'s>, resource: Resource) -> BTreeMap<&'s str, Vec<&'s Document>> {
    let mut named: BTreeMap<&str, Vec<&Document>> = BTreeMap::new();
    for document in site.workspace.members(resource) {
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

/// The version that a file gives its asset.
fn version(document: &Document) -> Option<&str> {
    document.get("version").and_then(known_text)
}

/// Numbers by their value; versions of more than one number part by part.
fn newest_first(a: Option<&str>, b: Option<&str>) -> Ordering {
    let parts = |version: Option<&str>| -> Vec<(u64, String)> {
        let parts = version
            .unwrap_or_default()
            .split(['.', '-'])
            .map(str::to_owned);
        parts
            .map(|part| (part.parse().unwrap_or(0), part))
            .collect()
    };
    parts(b).cmp(&parts(a))
}

fn names(
    site: &Site<'_>,
    value: &Value<'_>,
    used: ResourceUse,
    named: &BTreeMap<&str, Vec<&Document>>,
    wanted: Option<PortType>,
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
        if let (Some(own), Some(wanted)) = (own, wanted) {
            if !own.fits(wanted) {
                continue;
            }
            is_exact = own == wanted;
            detail.push(match is_exact {
                true => own.name().to_owned(),
                false => format!("{}, {} is asked for", own.name(), wanted.name()),
            });
        }
        detail.extend(
            version(newest)
                .filter(|_| used.resource.is_versioned())
                .map(|version| format!("version {version}")),
        );
        let reference = format!("azureml:{name}{}", suffix(value, used.resource, newest));
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
    found.sort_by_key(|(is_exact, _)| !is_exact);
    let mut items: Vec<Item> = found.into_iter().map(|(_, item)| item).collect();
    items.truncate(LISTED);
    if used.position == ResourcePosition::InputPath && value.rest.is_empty() {
        items.extend(datastores(site, value));
    }
    items
}

/// What goes behind a name: what is there already, else its newest version.
fn suffix(value: &Value<'_>, resource: Resource, newest: &Document) -> String {
    let written = value
        .rest
        .find([':', '@'])
        .and_then(|at| value.rest.get(at..))
        .unwrap_or_default();
    match version(newest) {
        _ if !resource.is_versioned() => String::new(),
        _ if !written.is_empty() && value.typed.starts_with("azureml:") => written.to_owned(),
        Some(version) => format!(":{version}"),
        None => "@latest".to_owned(),
    }
}

fn versions(
    site: &Site<'_>,
    value: &Value<'_>,
    name: &str,
    definitions: Option<&Vec<&Document>>,
) -> Vec<Item> {
    let behind_at =
        value.typed.contains('@') && !value.typed.get(8..).unwrap_or_default().contains(':');
    let mut items = Vec::new();
    for document in definitions
        .into_iter()
        .flatten()
        .take(LISTED)
        .filter(|_| !behind_at)
    {
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
    let latest = item(
        value,
        "@latest",
        &format!("azureml:{name}@latest"),
        "the version that was created last",
        String::new(),
    );
    // What is typed ends with a colon, which goes.
    let filter = if behind_at {
        latest.filter.clone()
    } else {
        format!("azureml:{name}:latest")
    };
    items.push(Item { filter, ..latest });
    items
}

fn item(value: &Value<'_>, label: &str, reference: &str, detail: &str, about: String) -> Item {
    let with_prefix = value.typed.starts_with("azureml:") || "azureml:".starts_with(value.typed);
    Item {
        sort: Sort::Asset,
        label: label.to_owned(),
        insert: value.written(reference),
        filter: if with_prefix {
            reference.to_owned()
        } else {
            label.to_owned()
        },
        detail: detail.to_owned(),
        about,
        is_retired: false,
        is_snippet: false,
    }
}

fn about(site: &Site<'_>, document: &Document) -> String {
    let described = document
        .get("description")
        .and_then(Node::text)
        .unwrap_or_default()
        .trim();
    format!("{described}\n\nFrom `{}`", site.shown(document.path()))
        .trim()
        .to_owned()
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

/// The type of the input whose `path` is written.
fn wanted_type(site: &Site<'_>, stand_in: &StandIn) -> Option<PortType> {
    let input = stand_in.node()?.parent()?;
    if let Some(named) = input.get("type") {
        return known_text(named).and_then(PortType::parse);
    }
    let changed = stand_in.site(site);
    let program = changed.program();
    let is_it = |step: &&azml_rules::expression::Step<'_>| {
        step.inputs.list.iter().any(|port| port.value == input)
    };
    let step = program.calls().map(|(_, step)| step).find(is_it)?;
    let name = step
        .inputs
        .list
        .iter()
        .find(|port| port.value == input)?
        .name();
    step.callee.interface()?.inputs.get(name)?.declared()
}

/// Paths on the datastores of the folder, and on the one that is always there.
fn datastores<'s>(site: &'s Site<'_>, value: &'s Value<'_>) -> impl Iterator<Item = Item> + 's {
    let own = site.workspace.members(Resource::Datastore);
    let own = own.filter_map(|document| {
        Some((known_text(document.get("name")?)?, document.kind()?.label()))
    });
    let blob = Some((BLOB_STORE, "blob storage that comes with every workspace"));
    let item = move |(name, detail): (&str, &str)| {
        let address = format!("azureml://datastores/{name}/paths/");
        let entry = item(value, &address, &address, detail, String::new());
        Item {
            filter: address,
            ..entry
        }
    };
    own.chain(blob).map(item)
}

/// `azureml:endpoint:deployment` in monitoring schedules.
fn endpoint_deployments(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let deployments = site
        .workspace
        .documents()
        .filter(|document| is_deployment(document));
    let item = |document: &std::sync::Arc<Document>| {
        let (endpoint, name) = (
            known_text(document.get("endpoint_name")?)?,
            known_text(document.get("name")?)?,
        );
        let label = format!("{endpoint}:{name}");
        let detail = document.kind().map_or("", Kind::label);
        Some(item(
            value,
            &label,
            &format!("azureml:{label}"),
            detail,
            about(site, document),
        ))
    };
    deployments.filter_map(item).collect()
}

fn is_deployment(document: &Document) -> bool {
    document.kind().is_some_and(Kind::is_deployment)
}

/// The endpoints that the deployment can belong to.
pub(super) fn endpoints(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let wanted = site.document.kind().and_then(Kind::endpoint);
    by_name(site, value, "", |document| document.kind() == wanted)
}

/// The deployments that can be named: those of the endpoint in the document, in other documents those of any.
pub(super) fn deployments(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    if !site.document.kind().is_some_and(Kind::is_endpoint) {
        return endpoint_deployments(site, value);
    }
    let own = site.document.get("name").and_then(known_text);
    by_name(site, value, "", |document| belongs(document, own))
}

/// The deployments of an endpoint, as keys of its `traffic`.
pub(super) fn traffic(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let is_endpoint = site.document.kind().is_some_and(Kind::is_endpoint);
    if !is_endpoint || !value.is_bare || value.quote.is_some() {
        return Vec::new();
    }
    let Some(written) = written_traffic(site, value) else {
        return Vec::new();
    };
    let own = site.document.get("name").and_then(known_text);
    let free = |document: &Document| {
        let name = document
            .get("name")
            .and_then(known_text)
            .unwrap_or_default();
        belongs(document, own) && !written.iter().any(|other| other == name)
    };
    by_name(site, value, ": ", free)
}

fn belongs(document: &Document, endpoint: Option<&str>) -> bool {
    is_deployment(document)
        && endpoint.is_some()
        && document.get("endpoint_name").and_then(known_text) == endpoint
}

/// The keys that are written in `traffic` or `mirror_traffic`, if a key of it is written at `value`.
fn written_traffic(site: &Site<'_>, value: &Value<'_>) -> Option<Vec<String>> {
    let stand_in = StandIn::new(site.document, value.range, ["", "azml-stand-in: 0", ""]);
    let node = stand_in.document.tree().node_at(stand_in.at)?;
    if !node.is_key() {
        return None;
    }
    let mapping = node.parent()?;
    let section = mapping.key()?.text()?;
    let others = mapping
        .entries()
        .filter_map(|entry| entry.key.text().map(str::to_owned));
    matches!(section, "traffic" | "mirror_traffic").then(|| others.collect())
}

fn by_name(
    site: &Site<'_>,
    value: &Value<'_>,
    behind: &str,
    is_it: impl Fn(&Document) -> bool,
) -> Vec<Item> {
    let found = site
        .workspace
        .documents()
        .filter(|document| is_it(document));
    let item = |document: &std::sync::Arc<Document>| {
        let name = known_text(document.get("name")?)?;
        Some(Item {
            sort: Sort::Asset,
            label: name.to_owned(),
            insert: format!("{}{behind}", value.written(name)),
            filter: name.to_owned(),
            detail: document
                .kind()
                .map_or_else(String::new, |kind| kind.label().to_owned()),
            about: about(site, document),
            is_retired: false,
            is_snippet: false,
        })
    };
    found.filter_map(item).take(LISTED).collect()
}
