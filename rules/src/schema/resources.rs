//! Determines the resource that a value names, for rules, symbols, hovers, completion, hints, links
//! and renaming.
//!
//! The catalog defines it by the type of the value or, for plain text, by its key. Start at
//! [`resource_uses`]. Invariant: the result does not depend on other files or the disk, so the
//! document is validated in an empty workspace.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::table::{KindDef, Type, TypeDef, ValueShape, types};
use super::union_members::leaves;
use super::validate::{Judgement, judge_document};
use crate::compute::looks_like_vm_size;
use crate::document::{Document, Kind, Resource, ResourcePosition, ResourceUse};
use crate::syntax::{Node, NodeId, NodeKind, known_text};
use crate::workspace::Workspace;

/// Returns the scalars of `document` that name resources, in the order of the file: values, and the
/// keys of `traffic`.
pub fn resource_uses(document: &Document) -> Vec<(Node<'_>, ResourceUse)> {
    with_nodes(document, document.resource_uses(|| find(document)))
}

/// Same as [`resource_uses`], but reuses an existing validation result if it depends neither on the
/// disk nor on other documents.
pub(crate) fn resource_uses_of<'t>(
    document: &'t Document,
    judgement: impl FnOnce() -> &'t Judgement<'t>,
) -> Vec<(Node<'t>, ResourceUse)> {
    let uses = document.resource_uses(|| {
        let judgement = judgement();
        match document.kind() {
            Some(kind) if !judgement.depends_on_others => named_in(document, kind, judgement),
            _ => find(document),
        }
    });
    with_nodes(document, uses)
}

fn with_nodes<'t>(
    document: &'t Document,
    uses: &[(NodeId, ResourceUse)],
) -> Vec<(Node<'t>, ResourceUse)> {
    let node = |(id, used): &(NodeId, ResourceUse)| (document.tree().node(*id), *used);
    uses.iter().map(node).collect()
}

/// Returns the resource that the scalar `node` of `document` names.
pub fn resource_at(document: &Document, node: Node<'_>) -> Option<ResourceUse> {
    let uses = document.resource_uses(|| find(document)).iter();
    uses.copied()
        .find_map(|(id, used)| (id == node.id()).then_some(used))
}

/// Returns the resource that a value after `keys`, from the top of a document of this kind, would
/// name. Items of lists have no key.
pub fn resource_behind(kind: Kind, keys: &[&str]) -> Option<ResourceUse> {
    if let Some(used) = setting(kind, keys) {
        return Some(used);
    }
    let (last, around) = keys.split_last()?;
    let mut owners = vec![MappingRole::Known(KindDef::of(kind)?.ty)];
    for key in around {
        owners = owners
            .into_iter()
            .flat_map(|owner| owner.below(key))
            .collect();
    }
    let named = owners
        .into_iter()
        .find_map(|owner| owner.named(kind, last))?;
    Some(ResourceUse {
        is_certain: false,
        ..named
    })
}

/// A value that names a VM size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SizeUse<'t> {
    /// The value.
    pub(crate) node: Node<'t>,
    /// Its text.
    pub(crate) name: &'t str,
}

/// Returns those of `uses` that name a VM size and look like one: where a Kubernetes compute may
/// run the work, other values are names of its instance types.
pub(crate) fn vm_sizes_among<'t>(uses: &[(Node<'t>, ResourceUse)]) -> Vec<SizeUse<'t>> {
    let mut sizes = Vec::new();
    for (node, used) in uses.iter().copied() {
        let name = known_text(node).filter(|name| looks_like_vm_size(name));
        if let Some(name) = name.filter(|_| used.resource == Resource::VmSize) {
            sizes.push(SizeUse { node, name });
        }
    }
    sizes
}

/// Keys whose plain text names a resource.
const NAMED_BY_KEY: [(&str, Resource); 6] = [
    ("datastore", Resource::Datastore),
    ("deployment_name", Resource::Deployment),
    ("endpoint_deployment_id", Resource::Deployment),
    ("endpoint_name", Resource::Endpoint),
    ("instance_type", Resource::VmSize),
    ("size", Resource::VmSize),
];

/// Mappings of an endpoint whose keys are names of deployments.
const SHARES: [&str; 2] = ["traffic", "mirror_traffic"];

fn find(document: &Document) -> Vec<(NodeId, ResourceUse)> {
    let Some(kind) = document.kind() else {
        return Vec::new();
    };
    let judgement = judge_document(&Workspace::default(), document);
    named_in(document, kind, &judgement)
}

fn named_in(
    document: &Document,
    kind: Kind,
    judgement: &Judgement<'_>,
) -> Vec<(NodeId, ResourceUse)> {
    let mut found = by_type(document, judgement);
    found.extend(by_field(document, kind, judgement));
    found.extend(by_keys(document, kind, judgement));
    found.extend(settings(document, kind));
    // The type of the whole value comes before those of its alternatives.
    found.sort_by_key(|(node, _)| node.range());
    found.dedup_by(|a, b| a.0 == b.0);
    found
        .into_iter()
        .map(|(node, used)| (node.id(), used))
        .collect()
}

/// Returns the values that name a resource by their type.
fn by_type<'t>(document: &'t Document, judgement: &Judgement<'t>) -> Vec<(Node<'t>, ResourceUse)> {
    let mut found = Vec::new();
    for (id, ty) in &judgement.values {
        let node = document.tree().node(*id);
        if matches!(node.kind(), NodeKind::Scalar(_)) {
            found.extend(named_by(ty).map(|used| (node, used)));
        }
    }
    found
}

/// Returns the values that name a resource by their key.
fn by_field<'t>(
    document: &'t Document,
    kind: Kind,
    judgement: &Judgement<'t>,
) -> Vec<(Node<'t>, ResourceUse)> {
    let mut found = Vec::new();
    for (id, field) in &judgement.fields {
        let Some(value) = document.tree().node(*id).value_of_key().map(Node::resolved) else {
            continue;
        };
        match value.kind() {
            NodeKind::Scalar(_) => {
                found.extend(text_of(kind, field.name).map(|used| (value, used)));
            }
            NodeKind::Mapping if kind.is_endpoint() && SHARES.contains(&field.name) => {
                let deployments = value
                    .entries()
                    .map(|entry| (entry.key, text(Resource::Deployment)));
                found.extend(deployments);
            }
            _ => {}
        }
    }
    found
}

/// Returns the settings of a batch deployment that name resources. The client does not validate
/// them: they are those of the pipeline that it runs.
fn settings(document: &Document, kind: Kind) -> Vec<(Node<'_>, ResourceUse)> {
    let mut found = Vec::new();
    for entry in document.get("settings").into_iter().flat_map(Node::entries) {
        let key = entry.key.text().unwrap_or_default();
        if matches!(entry.value.kind(), NodeKind::Scalar(_)) {
            found.extend(setting(kind, &["settings", key]).map(|used| (entry.value, used)));
        }
    }
    found
}

fn setting(kind: Kind, keys: &[&str]) -> Option<ResourceUse> {
    let resource = match keys {
        ["settings", "default_compute"] => Resource::Compute,
        ["settings", "default_datastore"] => Resource::Datastore,
        _ => return None,
    };
    kind.is_batch_deployment().then_some(ResourceUse {
        resource,
        position: ResourcePosition::PipelineDefault,
        is_certain: false,
    })
}

/// Returns the values in mappings whose type could not be determined because of a mistake; here the
/// resource is guessed from the keys around them.
fn by_keys<'t>(
    document: &'t Document,
    kind: Kind,
    judgement: &Judgement<'t>,
) -> Vec<(Node<'t>, ResourceUse)> {
    let mut typed = judgement.values.iter().map(|(id, _)| *id).peekable();
    let mut found = Vec::new();
    for node in document.tree().nodes() {
        // Both are in the order of the nodes.
        while typed.next_if(|id| *id < node.id()).is_some() {}
        let is_value = matches!(node.kind(), NodeKind::Scalar(_)) && !node.is_key();
        if !is_value || typed.peek() == Some(&node.id()) {
            continue;
        }
        let Some(key) = node.key().and_then(Node::text) else {
            continue;
        };
        // Every document has `$schema`; skipping it avoids building the set of keys for most documents.
        if key != "$schema" && naming_keys().contains(key) {
            found.extend(resource_behind(kind, &keys_around(node)).map(|used| (node, used)));
        }
    }
    found
}

/// Returns the keys from the top to the value `node`.
fn keys_around(node: Node<'_>) -> Vec<&str> {
    let around = std::iter::successors(Some(node), |node| node.parent());
    let mut keys: Vec<&str> = around
        .filter_map(Node::key)
        .map(|key| key.text().unwrap_or_default())
        .collect();
    keys.reverse();
    keys
}

/// Returns every key whose value names a resource in some document.
fn naming_keys() -> &'static BTreeSet<&'static str> {
    static KEYS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    KEYS.get_or_init(|| {
        let fields = types().iter().flat_map(|def| def.fields);
        let naming = fields
            .filter(|field| named_by(&field.ty).is_some())
            .map(|field| field.name);
        naming.chain(NAMED_BY_KEY.map(|(key, _)| key)).collect()
    })
}

/// Type of a mapping.
#[derive(Clone, Copy)]
enum MappingRole {
    /// A mapping with known keys.
    Known(&'static TypeDef),
    /// A mapping with free keys, and the type of their values.
    Free(&'static Type),
}

impl MappingRole {
    fn value_type(self, key: &str) -> Option<&'static Type> {
        match self {
            Self::Known(def) => def.known_field(key).map(|field| &field.ty),
            Self::Free(value) => Some(value),
        }
    }

    /// Returns the possible types of a mapping at `key`, or of an item of a list.
    fn below(self, key: &str) -> Vec<Self> {
        let mut found = Vec::new();
        let mut open: Vec<&'static Type> = self.value_type(key).into_iter().collect();
        while let Some(ty) = open.pop() {
            for leaf in leaves(ty) {
                match leaf.shape {
                    ValueShape::Mapping(def, _) => found.push(Self::Known(def)),
                    ValueShape::Map { value, .. } => found.push(Self::Free(value)),
                    ValueShape::List(item) => open.push(item),
                    _ => {}
                }
            }
        }
        found
    }

    /// Returns the resource that the value of `key` names.
    fn named(self, kind: Kind, key: &str) -> Option<ResourceUse> {
        let by_type = named_by(self.value_type(key)?);
        match self {
            Self::Known(def) => by_type.or_else(|| text_of(kind, def.known_field(key)?.name)),
            Self::Free(_) => by_type,
        }
    }
}

/// Returns the resource that plain text at the known key `name` names.
fn text_of(kind: Kind, name: &str) -> Option<ResourceUse> {
    // The administrators of a cluster choose the names of its instance types.
    if kind == Kind::DeploymentKubernetesOnline && name == "instance_type" {
        return None;
    }
    let named = NAMED_BY_KEY.iter().find(|(key, _)| *key == name);
    named.map(|(_, resource)| text(*resource))
}

fn text(resource: Resource) -> ResourceUse {
    ResourceUse {
        resource,
        position: ResourcePosition::Text,
        is_certain: true,
    }
}

/// Returns the resource that a value of this type names.
fn named_by(ty: &'static Type) -> Option<ResourceUse> {
    let mut leaves = Leaves::default();
    leaves.look(ty);
    let own = ResourcePosition::Own;
    let (resource, position) = match leaves.asset? {
        "environments" => (Resource::Environment, own),
        "models" if !leaves.is_path => (Resource::Model, own),
        // A value that may also be a path is an input: data and models alike.
        "data" | "models" => (Resource::Data, ResourcePosition::InputPath),
        "components" if leaves.name == "Trial" => (Resource::Component, ResourcePosition::Trial),
        "components" => (Resource::Component, own),
        "computes" if leaves.is_serverless => {
            (Resource::Compute, ResourcePosition::PipelineDefault)
        }
        "computes" => (Resource::Compute, own),
        "datastores" => (Resource::Datastore, ResourcePosition::PipelineDefault),
        "jobs" => (Resource::Job, own),
        _ => return None,
    };
    Some(ResourceUse {
        resource,
        position,
        is_certain: true,
    })
}

/// Combined properties of the alternatives of a type.
#[derive(Default)]
struct Leaves {
    /// Type of the first asset.
    asset: Option<&'static str>,
    /// The name of the type, if it has one.
    name: &'static str,
    /// `true` if a path or any other text is allowed too.
    is_path: bool,
    /// `true` if the word `serverless` is allowed too.
    is_serverless: bool,
}

impl Leaves {
    fn look(&mut self, ty: &'static Type) {
        match &ty.shape {
            _ if ty.private => {}
            ValueShape::OneOf(all) => all.iter().for_each(|ty| self.look(ty)),
            ValueShape::Named(named) => {
                self.name = named.name;
                self.look(&named.ty);
            }
            ValueShape::Asset { of, .. } => self.asset = self.asset.or(Some(of)),
            ValueShape::Path | ValueShape::Text(_) => self.is_path = true,
            ValueShape::Enum(_, words) => self.is_serverless |= words.contains(&"serverless"),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step whose type depends on `c.yml` alone.
    const PIPELINE: &str = "type: pipeline\njobs:\n  a:\n    component: ./c.yml\n    \
                            environment: azureml:e:1\n    compute: azureml:c\n";
    const PARALLEL: &str = "$schema: https://x/latest/parallelComponent.schema.json\n\
                            type: parallel\nname: p\nversion: 1\n";

    fn keys(uses: &[(Node<'_>, ResourceUse)]) -> Vec<String> {
        uses.iter()
            .map(|(node, _)| keys_around(*node).join("."))
            .collect()
    }

    #[test]
    fn what_is_named_does_not_depend_on_other_files() {
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("c.yml", PARALLEL));
        let alone = Document::new("job.yml", PIPELINE);
        let alone = keys(&resource_uses(&alone));
        assert_eq!(
            alone,
            ["jobs.a.component", "jobs.a.environment", "jobs.a.compute"]
        );
        let document = Document::new("job.yml", PIPELINE);
        let judgement = judge_document(&workspace, &document);
        assert!(judgement.depends_on_others, "the component is another one");
        assert_eq!(keys(&resource_uses_of(&document, || &judgement)), alone);
    }
}
