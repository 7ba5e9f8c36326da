//! Hovers of references to resources: assets by name, and parsed resource IDs.

use azml_rules::document::{Document, Resource};
use azml_rules::expression::AssetRef;
use azml_rules::schema::resource_at;
use azml_rules::snapshot::is_built_in_datastore;
use azml_rules::syntax::{Node, known_text};

use super::component;
use crate::Site;
use crate::markdown::{Markdown, code, joined, listed_up_to, md, ours, plain};
use crate::navigation::nearest::nearest;
use crate::saved_workspace;

/// Maximum number of files listed.
const LISTED: usize = 5;

/// Returns the hover of the resource that the value `node` names.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>) -> Option<Markdown> {
    let text = node.text().filter(|_| !node.is_key())?;
    match AssetRef::parse(text) {
        AssetRef::Named {
            name,
            version,
            label,
        } => {
            known_text(node)?;
            let used = resource_at(site.document, node).filter(|used| used.is_reference())?;
            Some(named(site, used.resource, name, version, label))
        }
        AssetRef::ResourceId(id) => address("Resource", &parts(id)),
        AssetRef::Registry { .. } => in_registry(parts(text)),
        AssetRef::Datastore { datastore, .. } => {
            let card = address("Path on a datastore", &parts(text))?;
            let saved = saved_workspace::datastore(site, datastore);
            let file = datastore_file(site, datastore);
            let is_known = file.is_some() || saved.is_some() || is_built_in_datastore(datastore);
            let rest = saved.or_else(|| (!is_known).then(|| site.refresh_offer()));
            let rest = rest.map_or_else(Markdown::new, |rest| md!("\n\n{}", rest));
            Some(md!("{}{}{}", card, file.unwrap_or_default(), rest))
        }
        AssetRef::JobOutput(_) => address("Output of a job", &parts(text)),
        AssetRef::Uri(_) => address("Address in a workspace", &parts(text)),
        AssetRef::Other(_) => None,
    }
}

fn named(
    site: &Site<'_>,
    resource: Resource,
    name: &str,
    version: Option<&str>,
    label: Option<&str>,
) -> Markdown {
    let here = site.document.path();
    let assets = site.workspace.members_in_scope(here, resource);
    let known: Vec<&Document> = assets
        .map(|document| &**document)
        .filter(|document| document.get("name").and_then(known_text) == Some(name))
        .collect();
    let mut same = known.clone();
    if version.is_some() {
        same.retain(|document| version_of(document) == version);
    }
    let first = same.first().and_then(|document| version_of(document));
    let is_one_version = same.iter().all(|document| version_of(document) == first);
    let same = if is_one_version {
        nearest(site.document, same)
    } else {
        Vec::new()
    };
    // If several files define the name, it is unknown which one is used.
    let exact = match same.as_slice() {
        [only] => Some(*only),
        _ => None,
    };
    let versions = known.iter().filter_map(|document| version_of(document));
    let versions: Vec<Markdown> = versions.map(code).collect();
    let mut card = match exact {
        Some(document) => component::of_document(site, document),
        None => {
            let version =
                version.map_or_else(Markdown::new, |version| md!(", version {}", plain(version)));
            match same.len() {
                0 => md!("### {}{}: {}", code(name), version, resource.label()),
                count => md!(
                    "### {}{}: {} {}s with this name\n\nDefined in {}",
                    code(name),
                    version,
                    count,
                    resource.label(),
                    places(site, &same)
                ),
            }
        }
    };
    if let Some(label) = label {
        card.push(about_label(label));
    }
    let saved = saved_workspace::asset(site, resource, name);
    match (exact, versions.as_slice()) {
        (None, []) if saved.is_some() => {}
        (None, []) => {
            card.push(not_here(site, resource, name));
            card.push(md!("\n\n{}", site.refresh_offer()));
        }
        (None, versions) => {
            let missing = version
                .filter(|_| same.is_empty())
                .map_or("", |_| "No file in this folder defines this version. ");
            card.push(md!("\n\n{}{}", missing, in_folder(versions)));
        }
        (Some(_), [_, _, ..]) => card.push(md!("\n\n{}", in_folder(&versions))),
        (Some(_), _) => {}
    }
    card.push(saved.map_or_else(Markdown::new, |rows| md!("\n\n{}", rows)));
    card
}

fn in_folder(versions: &[Markdown]) -> Markdown {
    md!("Versions in this folder: {}.", joined(versions, ", "))
}

/// Returns the sentence about a name that no file of the folder defines.
fn not_here(site: &Site<'_>, resource: Resource, name: &str) -> &'static str {
    if saved_workspace::lacks(site, resource, name) {
        "\n\nNo file in this folder defines it, and the snapshot of the workspace doesn't list it."
    } else {
        "\n\nNo file in this folder defines it, so it must already exist in the workspace."
    }
}

/// Returns the meaning of `@label` after a name.
fn about_label(label: &str) -> Markdown {
    let version = match label {
        "latest" => ours("the version created last"),
        other => md!("the version that has the label {}", code(other)),
    };
    md!(
        "\n\n{} is {}. It is looked up when the file is submitted.",
        code(format!("@{label}")),
        version
    )
}

/// Returns the places where `documents` define their names, at most [`LISTED`].
fn places(site: &Site<'_>, documents: &[&Document]) -> Markdown {
    let places = documents.iter().map(|document| {
        let name = document.get("name").map_or(0, |node| node.range().start);
        site.place_link(document.path(), name)
    });
    listed_up_to(LISTED, places.collect())
}

fn version_of(document: &Document) -> Option<&str> {
    document.get("version").and_then(known_text)
}

/// Splits a resource ID: `registries/R/models/M/versions/1` is a registry, a model, a version.
fn parts(text: &str) -> Vec<(&'static str, String)> {
    let body = text.trim_start_matches("azureml:").trim_start_matches('/');
    let words: Vec<&str> = split(body);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let label = match word.to_ascii_lowercase().as_str() {
            // The provider's name is always the same.
            "providers" => {
                at += 2;
                continue;
            }
            "paths" => {
                found.push(("Path", words[at + 1..].join("/")));
                break;
            }
            "subscriptions" => "Subscription",
            "resourcegroups" => "Resource group",
            "workspaces" => "Workspace",
            "registries" => "Registry",
            "locations" => "Region",
            "datastores" => "Datastore",
            "computes" => "Compute",
            "environments" => "Environment",
            "components" => "Component",
            "models" => "Model",
            "data" => "Data asset",
            "codes" => "Code",
            "jobs" => "Job",
            "outputs" => "Output",
            "onlineendpoints" => "Online endpoint",
            "batchendpoints" => "Batch endpoint",
            "deployments" => "Deployment",
            "managedclusters" => "AKS cluster",
            "connectedclusters" => "Arc cluster",
            "virtualmachines" => "Virtual machine",
            "bigdatapools" => "Spark pool",
            "userassignedidentities" => "Managed identity",
            "versions" => "Version",
            "labels" => "Label",
            _ => return Vec::new(),
        };
        if let Some(value) = words.get(at + 1).filter(|value| !value.is_empty()) {
            found.push((label, (*value).to_owned()));
        }
        at += 2;
    }
    found
}

/// Splits at slashes, except those inside expressions.
fn split(text: &str) -> Vec<&str> {
    let (mut pieces, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '/' if depth == 0 => {
                pieces.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// "`sklearn-1.5`: curated environment of the registry `azureml`". Microsoft's own registry
/// contains the curated ones.
fn in_registry(mut parts: Vec<(&'static str, String)>) -> Option<Markdown> {
    let at = parts.iter().position(|(label, _)| *label == "Registry")?;
    let (_, registry) = parts.remove(at);
    let Some((label, name)) = parts.first().cloned() else {
        return Some(md!("### {}: registry", code(registry)));
    };
    parts.remove(0);
    let curated = if label == "Environment" && registry == "azureml" {
        "curated "
    } else {
        ""
    };
    let mut card = md!(
        "### {}: {}{} of the registry {}\n\n",
        code(name),
        curated,
        ours(label.to_ascii_lowercase()),
        code(registry)
    );
    for (label, value) in &parts {
        card.push_row(label, code(value));
    }
    Some(card.trimmed())
}

fn address(title: &'static str, parts: &[(&'static str, String)]) -> Option<Markdown> {
    if parts.is_empty() {
        return None;
    }
    let mut card = md!("### {}\n\n", title);
    for (label, value) in parts {
        card.push_row(label, code(value));
    }
    Some(card.trimmed())
}

/// Returns the place where the datastore is defined.
fn datastore_file(site: &Site<'_>, name: &str) -> Option<Markdown> {
    let here = site.document.path();
    let mut stores = site.workspace.members_in_scope(here, Resource::Datastore);
    let found = stores.find(|document| document.get("name").and_then(known_text) == Some(name));
    found.map(|document| {
        let label = document
            .kind()
            .map_or("", azml_rules::document::Kind::label);
        md!(
            "\n\n{} is defined in {}: {}",
            code(name),
            site.file_link(document.path()),
            label
        )
    })
}
