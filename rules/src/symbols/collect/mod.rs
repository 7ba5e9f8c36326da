//! Collects the resources and files that a document names. Every scalar is visited once, in its own
//! place: aliases are not followed.
//!
//! `files` collects those that name files.

mod files;

use crate::path;

use super::named::kind_of;
use super::occurrence::{Occurrence, Referent, SymbolKind};
use crate::compute::ComputeRef;
use crate::document::{Document, Kind, Resource};
use crate::expression::{AssetRef, DATASTORE, SourceMap, text_range};
use crate::fix::NAMED_SECTIONS;
use crate::schema::resource_uses;
use crate::syntax::{Node, NodeKind, known_text};
use crate::text::TextRange;
use crate::workspace::Workspace;

/// Maximum depth of nodes to visit.
const DEPTH: u32 = 32;

/// Fields with free text or another language.
const FREE: &[&str] = &[
    "tags",
    "properties",
    "environment_variables",
    "conf",
    "search_space",
    "identity",
    "credentials",
    "distribution",
    "inference_config",
    "traffic",
    "mirror_traffic",
];

/// Keys whose value can be the path of a file.
const PATHS: &[&str] = &["code", "conda_file", "path", "local_path"];

/// Returns the resources and files that `document` names, unsorted: all of them, or at least those
/// at an offset.
pub(super) fn resources(
    workspace: &Workspace,
    document: &Document,
    at: Option<u32>,
) -> Vec<Occurrence> {
    let mut found = Vec::new();
    let Some(root) = document.root() else {
        return found;
    };
    let keys = config_keys(document).into_iter();
    found.extend(keys.map(|(node, name)| {
        occurrence(
            name,
            SymbolKind::Resource(Resource::Compute),
            text_range(node),
            true,
            named(None),
        )
    }));
    if let Some(kind) = document.kind() {
        let mut walk = Walk {
            workspace,
            document,
            kind,
            at,
            found,
        };
        walk.own_name(root);
        walk.resources(root);
        walk.mapping(root, DEPTH);
        walk.datastores();
        return walk.found;
    }
    found
}

/// Returns the names under `computes:` of an `azml.yaml`: keys of a mapping, or `name` in each
/// mapping of a list.
pub(super) fn config_keys(document: &Document) -> Vec<(Node<'_>, &str)> {
    let is_config = path::file_name(document.path()) == "azml.yaml";
    let Some(computes) = document.get("computes").filter(|_| is_config) else {
        return Vec::new();
    };
    let keys = computes.entries().map(|entry| entry.key);
    let names = keys.chain(computes.items().filter_map(|item| item.get("name")));
    names
        .filter_map(|node| Some((node, known_text(node)?)))
        .collect()
}

fn occurrence(
    name: &str,
    kind: SymbolKind,
    range: TextRange,
    is_definition: bool,
    referent: Referent,
) -> Occurrence {
    Occurrence {
        name: name.to_owned(),
        kind,
        range,
        is_definition,
        referent,
    }
}

fn named(version: Option<&str>) -> Referent {
    Referent::Named {
        version: version.map(str::to_owned),
        endpoint: None,
    }
}

fn deployment_of(endpoint: &str) -> Referent {
    Referent::Named {
        version: None,
        endpoint: Some(endpoint.to_owned()),
    }
}

struct Walk<'a> {
    workspace: &'a Workspace,
    document: &'a Document,
    kind: Kind,
    /// Offset to which the search is limited, if any.
    at: Option<u32>,
    found: Vec<Occurrence>,
}

/// Returns `true` if `range` touches the offset `at`, or if there is no limit.
fn is_at(at: Option<u32>, range: TextRange) -> bool {
    at.is_none_or(|at| range.touches(at))
}

impl<'a> Walk<'a> {
    /// Adds the name of the resource that the document defines.
    fn own_name(&mut self, root: Node<'a>) {
        let Some(kind) = kind_of(self.kind) else {
            return;
        };
        let text = |key: &str| root.get(key).and_then(known_text);
        let Some(name) = root.entry("name").map(|entry| entry.value) else {
            return;
        };
        let Some(own) = known_text(name).filter(|text| !text.is_empty()) else {
            return;
        };
        let referent = match (kind, text("endpoint_name")) {
            (SymbolKind::Resource(Resource::Deployment), Some(endpoint)) => deployment_of(endpoint),
            _ => named(text("version")),
        };
        self.found
            .push(occurrence(own, kind, text_range(name), true, referent));
    }

    /// Adds the names in values that the catalog describes as names of resources.
    fn resources(&mut self, root: Node<'a>) {
        let endpoint = root.get("name").and_then(known_text);
        let at = self.at;
        let uses = resource_uses(self.document).into_iter();
        for (node, used) in uses.filter(|(node, _)| is_at(at, node.range())) {
            let Some(text) = known_text(node).filter(|text| !text.trim().is_empty()) else {
                continue;
            };
            let kind = SymbolKind::Resource(used.resource);
            match used.resource {
                Resource::Compute => self.compute(node, text),
                Resource::Data if text.starts_with("azureml:") => {
                    self.asset(node, text, input_kind(node));
                }
                // Local paths are handled with the other files.
                Resource::Data | Resource::VmSize => {}
                Resource::Endpoint => self.name(node, text, kind, named(None)),
                Resource::Deployment if text.starts_with("azureml:") => {
                    self.deployment_id(node, text);
                }
                Resource::Deployment if self.kind.is_endpoint() => {
                    if let Some(endpoint) = endpoint.filter(|name| !name.is_empty()) {
                        self.name(node, text, kind, deployment_of(endpoint));
                    }
                }
                Resource::Deployment => {}
                _ => self.asset(node, text, kind),
            }
        }
    }

    /// Adds a name that is the whole text of `node`.
    fn name(&mut self, node: Node<'a>, text: &str, kind: SymbolKind, referent: Referent) {
        self.found
            .push(occurrence(text, kind, text_range(node), false, referent));
    }

    fn mapping(&mut self, node: Node<'a>, depth: u32) {
        for entry in node.entries() {
            if is_at(self.at, entry.value.range()) {
                self.value(
                    node,
                    entry.key.text().unwrap_or_default(),
                    entry.value,
                    depth,
                );
            }
        }
    }

    fn value(&mut self, parent: Node<'a>, key: &'a str, value: Node<'a>, depth: u32) {
        let Some(below) = depth.checked_sub(1) else {
            return;
        };
        match value.kind() {
            NodeKind::Scalar(_) => self.scalar(parent, key, value),
            NodeKind::Mapping if NAMED_SECTIONS.contains(&key) => {
                value
                    .entries()
                    .for_each(|entry| self.mapping(entry.value, below));
            }
            NodeKind::Mapping if !FREE.contains(&key) => self.mapping(value, below),
            NodeKind::Sequence if !FREE.contains(&key) => {
                value.children().for_each(|item| self.mapping(item, below));
            }
            _ => {}
        }
    }

    fn scalar(&mut self, parent: Node<'a>, key: &str, value: Node<'a>) {
        if let ("command", Some(text)) = (key, value.text()) {
            return self.command(parent, value, text);
        }
        let Some(text) = known_text(value).filter(|text| !text.trim().is_empty()) else {
            return;
        };
        match key {
            "scoring_script" | "entry_script" => self.script(parent, value, text),
            "file" if parent.key().and_then(Node::text) == Some("entry") => {
                parent
                    .parent()
                    .into_iter()
                    .for_each(|around| self.script(around, value, text));
            }
            "dockerfile_path" => self.docker_file(parent, value, text),
            "path" if parent.key().and_then(Node::text) == Some("build") => {
                self.build_context(parent, value, text);
            }
            key if PATHS.contains(&key) => self.file(value, text),
            _ => {}
        }
    }

    fn compute(&mut self, value: Node<'a>, text: &str) {
        let ComputeRef::Name(name) = ComputeRef::parse(text) else {
            return;
        };
        // `virtualClusters/...` and paths of other resources are not computes of the workspace.
        if !name.contains(['/', ' ']) {
            self.part(
                value,
                text,
                name,
                SymbolKind::Resource(Resource::Compute),
                named(None),
            );
        }
    }

    /// Adds `azureml:name:version`, or the path of a file.
    fn asset(&mut self, value: Node<'a>, text: &str, kind: SymbolKind) {
        match AssetRef::parse(text) {
            AssetRef::Named { name, version, .. } if !name.is_empty() => {
                self.part(value, text, name, kind, named(version));
            }
            AssetRef::Other(_) => self.file(value, text),
            _ => {}
        }
    }

    /// Adds `azureml:endpoint:deployment`.
    fn deployment_id(&mut self, value: Node<'a>, text: &str) {
        let AssetRef::Named {
            name: endpoint,
            version: Some(deployment),
            ..
        } = AssetRef::parse(text)
        else {
            return;
        };
        self.part(
            value,
            text,
            endpoint,
            SymbolKind::Resource(Resource::Endpoint),
            named(None),
        );
        self.part(
            value,
            text,
            deployment,
            SymbolKind::Resource(Resource::Deployment),
            deployment_of(endpoint),
        );
    }

    /// Adds a name that is `part` of the text of `value`.
    fn part(
        &mut self,
        value: Node<'a>,
        text: &str,
        part: &str,
        kind: SymbolKind,
        referent: Referent,
    ) {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        let range = SourceMap::new(value).range(start..start + part.len());
        self.found
            .push(occurrence(part, kind, range, false, referent));
    }

    /// Adds `azureml://datastores/NAME/...` in any scalar, also inside a longer text.
    fn datastores(&mut self) {
        if !self.document.text().contains(DATASTORE) {
            return;
        }
        let (document, at) = (self.document, self.at);
        let nodes = document.tree().nodes();
        for node in
            nodes.filter(|node| is_at(at, node.range()) && !node.is_key() && !node.is_repaired())
        {
            let Some(text) = node.text().filter(|text| text.contains(DATASTORE)) else {
                continue;
            };
            let map = SourceMap::new(node);
            for (at, start) in text.match_indices(DATASTORE) {
                let from = at + start.len();
                let rest = &text[from..];
                let name = &rest[..rest.find(|c: char| !is_name_char(c)).unwrap_or(rest.len())];
                let ends = rest[name.len()..].chars().next();
                if !name.is_empty() && ends.is_none_or(|c| c == '/' || c.is_whitespace()) {
                    let range = map.range(from..from + name.len());
                    self.found.push(occurrence(
                        name,
                        SymbolKind::Resource(Resource::Datastore),
                        range,
                        false,
                        named(None),
                    ));
                }
            }
        }
    }
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// Returns the type of the resource in the `path` of an input: data, or a model.
fn input_kind(path: Node<'_>) -> SymbolKind {
    let input_type = path.parent().and_then(|input| input.get("type"));
    match input_type.and_then(known_text) {
        Some("custom_model" | "mlflow_model" | "triton_model") => {
            SymbolKind::Resource(Resource::Model)
        }
        _ => SymbolKind::Resource(Resource::Data),
    }
}
