//! Cards of endpoints and deployments by their names.

use std::fmt::Write as _;

use azml_rules::document::{Document, Kind, Resource};
use azml_rules::symbols::{Occurrence, Referent, SymbolKind, definitions, resource_occurrence_at};
use azml_rules::syntax::{Node, known_text};

use crate::ide::Site;

/// The card of the endpoint or deployment that is named at `offset`.
pub(super) fn card(site: &Site<'_>, node: Node<'_>, offset: u32) -> Option<String> {
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

/// The documents that define it, with the name in each.
fn files<'w>(site: &Site<'w>, found: &Occurrence) -> Vec<(&'w Document, String)> {
    let mut files = Vec::new();
    for place in definitions(site.workspace, site.document.path(), found) {
        if let Some(document) = site.workspace.document(&place.path) {
            files.push((&**document, site.place(&place.path, place.range.start)));
        }
    }
    files
}

fn heading(found: &Occurrence, files: &[(&Document, String)], of: &str) -> String {
    let label = files
        .first()
        .and_then(|(document, _)| document.kind())
        .map_or(found.kind.label(), Kind::label);
    let mut text = format!("### `{}`: {label}{of}\n\n", found.name);
    for (document, _) in files.iter().take(1) {
        if let Some(about) = document.get("description").and_then(known_text) {
            let _ = write!(text, "{}\n\n", about.trim());
        }
    }
    match files {
        [] => text.push_str(
            "No file of this folder defines it: it has to be in the workspace already.\n\n",
        ),
        files => {
            let places: Vec<String> = files
                .iter()
                .map(|(_, place)| format!("`{place}`"))
                .collect();
            let _ = write!(text, "Defined in {}\n\n", places.join(", "));
        }
    }
    text
}

fn endpoint(site: &Site<'_>, found: &Occurrence) -> String {
    let files = files(site, found);
    let mut text = heading(found, &files, "");
    if let Some(auth) = files
        .first()
        .and_then(|(document, _)| document.get("auth_mode"))
        .and_then(known_text)
    {
        let _ = writeln!(text, "- **Authentication:** `{auth}`");
    }
    let mut deployments: Vec<String> = Vec::new();
    for document in site
        .workspace
        .documents()
        .filter(|document| is_deployment(document))
    {
        let of = document.get("endpoint_name").and_then(known_text);
        let name = document.get("name").and_then(known_text);
        if let (Some(name), true) = (
            name,
            of.is_some_and(|of| of.eq_ignore_ascii_case(&found.name)),
        ) {
            let share = files
                .first()
                .and_then(|(endpoint, _)| share(endpoint, name));
            let share =
                share.map_or_else(String::new, |share| format!(", {share} % of the traffic"));
            let place = document.get("name").map_or(0, |node| node.range().start);
            deployments.push(format!(
                "`{name}`{share} (`{}`)",
                site.place(document.path(), place)
            ));
        }
    }
    if !deployments.is_empty() {
        let _ = writeln!(text, "- **Deployments here:** {}", deployments.join(", "));
    }
    text.trim_end().to_owned()
}

fn deployment(site: &Site<'_>, found: &Occurrence) -> String {
    let endpoint = match &found.referent {
        Referent::Named { endpoint, .. } => endpoint.as_deref(),
        _ => None,
    };
    let of = endpoint.map_or_else(String::new, |endpoint| format!(" of `{endpoint}`"));
    let files = files(site, found);
    let mut text = heading(found, &files, &of);
    if let [(document, _)] = files.as_slice() {
        for (label, key) in [
            ("Model", "model"),
            ("Environment", "environment"),
            ("Instance type", "instance_type"),
            ("Instances", "instance_count"),
            ("Compute", "compute"),
        ] {
            if let Some(value) = document.get(key).and_then(Node::text) {
                let _ = writeln!(text, "- **{label}:** `{value}`");
            }
        }
    }
    let endpoints = site.workspace.documents().filter(|document| {
        let is_endpoint = document.kind().is_some_and(Kind::is_endpoint);
        is_endpoint
            && document
                .get("name")
                .and_then(known_text)
                .zip(endpoint)
                .is_some_and(|(a, b)| a.eq_ignore_ascii_case(b))
    });
    if let Some(share) = endpoints
        .into_iter()
        .find_map(|document| share(document, &found.name))
    {
        let _ = writeln!(text, "- **Traffic:** {share} %");
    }
    text.trim_end().to_owned()
}

fn is_deployment(document: &Document) -> bool {
    document
        .kind()
        .is_some_and(|kind| kind.is_deployment() || kind == Kind::DeploymentTemplate)
}

/// The percentage of the traffic that `endpoint` sends to the deployment.
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
