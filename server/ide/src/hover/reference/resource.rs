//! Hovers of endpoints and deployments by name.

use azml_rules::document::{Document, Kind, Resource};
use azml_rules::path::parent;
use azml_rules::symbols::{Occurrence, Referent, SymbolKind, definitions, resource_occurrence_at};
use azml_rules::syntax::{Node, known_text};

use crate::Site;
use crate::markdown::{Markdown, code, listed_up_to, md, ours, prose};
use crate::navigation::nearest::{narrow, nearest};
use crate::saved_workspace;

/// Maximum number of files and deployments listed.
const LISTED: usize = 5;

/// Returns the hover of the endpoint or deployment that is named at `offset`.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, offset: u32) -> Option<Markdown> {
    let occurrence = resource_occurrence_at(site.workspace, site.document, offset)?;
    if !node.range().contains_range(occurrence.range) {
        return None;
    }
    match occurrence.kind {
        SymbolKind::Resource(Resource::Endpoint) => Some(endpoint(site, &occurrence)),
        SymbolKind::Resource(Resource::Deployment) => Some(deployment(site, &occurrence)),
        _ => None,
    }
}

/// Returns the documents that most likely define it, with the name in each.
fn files<'w>(site: &Site<'w>, found: &Occurrence) -> Vec<(&'w Document, Markdown)> {
    let mut files: Vec<(&Document, Markdown)> = Vec::new();
    for place in definitions(site.workspace, site.document.path(), found) {
        if let Some(document) = site.workspace.document(&place.path) {
            let place = site.place_link(&place.path, place.range.start);
            files.push((&**document, place));
        }
    }
    let documents = files.iter().map(|(document, _)| *document).collect();
    let meant = nearest(site.document, documents);
    files.retain(|(document, _)| meant.iter().any(|other| other.path() == document.path()));
    files
}

fn heading(
    site: &Site<'_>,
    found: &Occurrence,
    files: &[(&Document, Markdown)],
    of: Markdown,
) -> Markdown {
    let label = match files {
        [] => ours(found.kind.label()),
        [(document, _)] => ours(document.kind().map_or(found.kind.label(), Kind::label)),
        several => md!("{} {}s", several.len(), found.kind.label()),
    };
    let of = if files.len() > 1 {
        ours(" with this name")
    } else {
        of
    };
    let mut text = md!("### {}: {}{}\n\n", code(&found.name), label, of);
    if let [(document, _)] = files
        && let Some(about) = document.get("description").and_then(known_text)
    {
        text.push(md!("{}\n\n", prose(about)));
    }
    let saved = (found.kind == SymbolKind::Resource(Resource::Endpoint))
        .then(|| saved_workspace::endpoint(site, &found.name))
        .flatten();
    match files {
        [] if saved.is_some() => {}
        [] => {
            text.push(
                "No file in this folder defines it, so it must already exist in the workspace.\n\n",
            );
            if found.kind == SymbolKind::Resource(Resource::Endpoint) {
                text.push(md!("{}\n\n", site.refresh_offer()));
            }
        }
        files => {
            let places = files.iter().map(|(_, place)| place.clone()).collect();
            text.push(md!("Defined in {}\n\n", listed_up_to(LISTED, places)));
        }
    }
    if let Some(rows) = saved {
        text.push(md!("{}\n", rows));
    }
    text
}

fn endpoint(site: &Site<'_>, found: &Occurrence) -> Markdown {
    let files = files(site, found);
    let mut text = heading(site, found, &files, Markdown::new());
    let file = match files.as_slice() {
        [] => None,
        [(document, _)] => Some(*document),
        // Without a single endpoint, its deployments are unknown.
        _ => return text.trimmed(),
    };
    if let Some(auth) = file
        .and_then(|document| document.get("auth_mode"))
        .and_then(known_text)
    {
        text.push_row("Authentication", code(auth));
    }
    let deployments = deployments(site, found, file);
    if !deployments.is_empty() {
        text.push_row("Deployments here", listed_up_to(LISTED, deployments));
    }
    text.trimmed()
}

/// Returns the deployments of the endpoint that `file` defines: those beside it, else all that name it.
fn deployments(site: &Site<'_>, found: &Occurrence, file: Option<&Document>) -> Vec<Markdown> {
    let mut deployments: Vec<&Document> = Vec::new();
    let here = site.document.path();
    for document in site.workspace.members_in_scope(here, Resource::Deployment) {
        let of = document.get("endpoint_name").and_then(known_text);
        if of.is_some_and(|of| of.eq_ignore_ascii_case(&found.name)) {
            deployments.push(document);
        }
    }
    let beside = parent(file.unwrap_or(site.document).path());
    narrow(&mut deployments, |document| {
        parent(document.path()) == beside
    });
    let shown = |document: &&Document| {
        let name = document.get("name")?;
        let share = file
            .and_then(|endpoint| share(endpoint, known_text(name)?))
            .map_or_else(Markdown::new, |share| md!(", {}% of the traffic", share));
        let place = site.place_link(document.path(), name.range().start);
        Some(md!("{}{} ({})", code(known_text(name)?), share, place))
    };
    deployments.iter().filter_map(shown).collect()
}

fn deployment(site: &Site<'_>, found: &Occurrence) -> Markdown {
    let endpoint = match &found.referent {
        Referent::Named { endpoint, .. } => endpoint.as_deref(),
        _ => None,
    };
    let of = endpoint.map_or_else(Markdown::new, |endpoint| md!(" of {}", code(endpoint)));
    let files = files(site, found);
    let mut text = heading(site, found, &files, of);
    let document = match files.as_slice() {
        [] => site.document,
        [(document, _)] => *document,
        _ => return text.trimmed(),
    };
    for (label, key) in [
        ("Model", "model"),
        ("Environment", "environment"),
        ("Instance type", "instance_type"),
        ("Instances", "instance_count"),
        ("Compute", "compute"),
    ] {
        let value = document.get(key).filter(|_| !files.is_empty());
        if let Some(value) = value.and_then(Node::text) {
            text.push_row(label, code(value));
        }
    }
    let mut endpoints: Vec<&Document> = Vec::new();
    let here = site.document.path();
    for other in site.workspace.members_in_scope(here, Resource::Endpoint) {
        let name = other.get("name").and_then(known_text);
        let is_named = name
            .zip(endpoint)
            .is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
        if is_named {
            endpoints.push(other);
        }
    }
    if let [endpoint] = nearest(document, endpoints).as_slice()
        && let Some(share) = share(endpoint, &found.name)
    {
        text.push_row("Traffic", md!("{}%", share));
    }
    text.trimmed()
}

/// Returns the percentage of the traffic that `endpoint` sends to the deployment.
fn share(endpoint: &Document, deployment: &str) -> Option<i64> {
    let traffic = endpoint.get("traffic")?;
    traffic
        .entries()
        .find(|entry| {
            entry
                .key
                .text()
                .is_some_and(|key| key.eq_ignore_ascii_case(deployment))
        })?
        .value
        .int()
}
