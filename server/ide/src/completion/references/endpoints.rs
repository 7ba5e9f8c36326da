//! Completion of endpoint and deployment names.

use azml_rules::document::{Document, Kind, Resource};
use azml_rules::snapshot::EndpointKind;
use azml_rules::syntax::known_text;

use super::asset_item::{about, item};
use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::completion::stand_in::StandIn;
use crate::saved_workspace;

/// Maximum number of names listed.
const LISTED: usize = 200;

/// Returns `azureml:endpoint:deployment` IDs for monitoring schedules.
fn deployment_ids(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    let here = site.document.path();
    for document in site.workspace.members_in_scope(here, Resource::Deployment) {
        if is_deployment(document) {
            items.extend(deployment_id(site, value, document));
        }
    }
    items
}

fn deployment_id(site: &Site<'_>, value: &Value<'_>, document: &Document) -> Option<Item> {
    let endpoint = known_text(document.get("endpoint_name")?)?;
    let name = known_text(document.get("name")?)?;
    let label = format!("{endpoint}:{name}");
    let reference = format!("azureml:{label}");
    let detail = document.kind().map_or("", Kind::label);
    let about = about(site, document);
    Some(item(value, &label, &reference, detail, about))
}

fn is_deployment(document: &Document) -> bool {
    document.kind().is_some_and(Kind::is_deployment)
}

/// Returns the endpoints that the deployment can belong to.
pub(crate) fn endpoints(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let endpoint = site.document.kind().and_then(Kind::endpoint);
    let mut items = by_name(site, value, ("", Resource::Endpoint), |document| {
        document.kind() == endpoint
    });
    let kind = match endpoint {
        Some(Kind::EndpointBatch) => EndpointKind::Batch,
        _ => EndpointKind::Online,
    };
    let settings = site.settings();
    let saved = settings.snapshot.as_deref().into_iter();
    for endpoint in saved.flat_map(|snapshot| saved_workspace::endpoints(snapshot, kind)) {
        let name = &endpoint.name.text;
        let is_new = !items
            .iter()
            .any(|item| item.label.eq_ignore_ascii_case(name));
        if is_new && items.len() < LISTED {
            items.push(Item {
                sort: ItemSort::Asset,
                label: name.clone(),
                insert: value.written(name),
                filter: name.clone(),
                detail: format!("{} in the workspace", kind.label()),
                about: saved_workspace::endpoint(site, name).unwrap_or_default(),
                is_retired: false,
                is_snippet: false,
            });
        }
    }
    items
}

/// Returns the deployments that can be named: in an endpoint document its own, in other documents
/// those of every endpoint.
pub(crate) fn deployments(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    if !site.document.kind().is_some_and(Kind::is_endpoint) {
        return deployment_ids(site, value);
    }
    let endpoint = site.document.get("name").and_then(known_text);
    by_name(site, value, ("", Resource::Deployment), |document| {
        belongs(document, endpoint)
    })
}

/// Returns the deployments of an endpoint, as keys of its `traffic`.
pub(crate) fn traffic(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let is_endpoint = site.document.kind().is_some_and(Kind::is_endpoint);
    if !is_endpoint || !value.is_bare || value.quote.is_some() {
        return Vec::new();
    }
    let Some(written) = written_traffic(site, value) else {
        return Vec::new();
    };
    let endpoint = site.document.get("name").and_then(known_text);
    by_name(site, value, (": ", Resource::Deployment), |document| {
        let name = document.get("name").and_then(known_text);
        let is_written = written
            .iter()
            .any(|other| other == name.unwrap_or_default());
        belongs(document, endpoint) && !is_written
    })
}

fn belongs(document: &Document, endpoint: Option<&str>) -> bool {
    is_deployment(document)
        && endpoint.is_some()
        && document.get("endpoint_name").and_then(known_text) == endpoint
}

/// Returns the keys written in `traffic` or `mirror_traffic`, if a key of it is written at
/// `value`.
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
    (behind, resource): (&str, Resource),
    is_it: impl Fn(&Document) -> bool,
) -> Vec<Item> {
    let mut items = Vec::new();
    let here = site.document.path();
    for document in site.workspace.members_in_scope(here, resource) {
        let name = document.get("name").and_then(known_text);
        let Some(name) = name.filter(|_| is_it(document)) else {
            continue;
        };
        if items.len() == LISTED {
            break;
        }
        items.push(Item {
            sort: ItemSort::Asset,
            label: name.to_owned(),
            insert: format!("{}{behind}", value.written(name)),
            filter: name.to_owned(),
            detail: document
                .kind()
                .map_or_else(String::new, |kind| kind.label().to_owned()),
            about: about(site, document),
            is_retired: false,
            is_snippet: false,
        });
    }
    items
}
