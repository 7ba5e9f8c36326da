//! The values that name a resource, and which one: what the catalogue says may stand there.

use super::judge::{Judgement, judge_document};
use super::table::{Shape, Type};

use crate::compute::looks_like_vm_size;
use crate::document::{Document, Kind, Resource, ResourcePosition, ResourceUse};
use crate::syntax::{Node, NodeId, NodeKind, known_text};
use crate::workspace::Workspace;

/// What a value of this type names.
fn named_by(ty: &'static Type) -> Option<ResourceUse> {
    let mut leaves = Leaves::default();
    leaves.look(ty);
    let own = ResourcePosition::Own;
    let (resource, position) = match leaves.asset? {
        "environments" => (Resource::Environment, own),
        "models" if !leaves.is_path => (Resource::Model, own),
        // What may be a path too is an input: data and models alike.
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
    Some(ResourceUse { resource, position })
}

/// What the alternatives of a type say together.
#[derive(Default)]
struct Leaves {
    /// The first sort of asset.
    asset: Option<&'static str>,
    /// The name of the type, if it has one.
    name: &'static str,
    /// A path or any other text may stand there too.
    is_path: bool,
    /// The word `serverless` may stand there too.
    is_serverless: bool,
}

impl Leaves {
    fn look(&mut self, ty: &'static Type) {
        match &ty.shape {
            _ if ty.private => {}
            Shape::OneOf(all) => all.iter().for_each(|ty| self.look(ty)),
            Shape::Named(named) => {
                self.name = named.name;
                self.look(&named.ty);
            }
            Shape::Asset { of, .. } => self.asset = self.asset.or(Some(of)),
            Shape::Path | Shape::Text(_) => self.is_path = true,
            Shape::Enum(_, words) => self.is_serverless |= words.contains(&"serverless"),
            _ => {}
        }
    }
}

/// The scalars of `document` that name resources, in the order of the file.
#[must_use]
pub fn resource_uses(document: &Document) -> Vec<(Node<'_>, ResourceUse)> {
    uses_by(document, || {
        find(document, &judge_document(&Workspace::default(), document))
    })
}

/// What the scalar `node` of `document` names.
#[must_use]
pub fn resource_at(document: &Document, node: Node<'_>) -> Option<ResourceUse> {
    let uses = resource_uses(document).into_iter();
    uses.into_iter()
        .find_map(|(found, used)| (found == node).then_some(used))
}

/// As [`resource_uses`], for a document that was held against the catalogue already.
pub(crate) fn resource_uses_of<'t>(
    document: &'t Document,
    judgement: &Judgement<'t>,
) -> Vec<(Node<'t>, ResourceUse)> {
    uses_by(document, || find(document, judgement))
}

fn uses_by(
    document: &Document,
    find: impl FnOnce() -> Vec<(NodeId, ResourceUse)>,
) -> Vec<(Node<'_>, ResourceUse)> {
    document
        .resource_uses(find)
        .iter()
        .map(|(id, used)| (document.tree().node(*id), *used))
        .collect()
}

fn find(document: &Document, judgement: &Judgement<'_>) -> Vec<(NodeId, ResourceUse)> {
    let named = judgement.values.iter().filter_map(|(id, ty)| {
        let node = document.tree().node(*id);
        let is_scalar = matches!(node.kind(), NodeKind::Scalar(_));
        is_scalar
            .then(|| named_by(ty))
            .flatten()
            .map(|used| (node, used))
    });
    let mut found: Vec<(Node<'_>, ResourceUse)> = named.collect();
    // The type of the whole comes before those of its alternatives.
    found.sort_by_key(|(node, _)| node.range());
    found.dedup_by(|a, b| a.0 == b.0);
    found
        .into_iter()
        .map(|(node, used)| (node.id(), used))
        .collect()
}

/// A value that names a VM size, or is shaped like one.
#[derive(Clone, Copy, Debug)]
pub struct SizeUse<'t> {
    /// The value.
    pub node: Node<'t>,
    /// Its text.
    pub name: &'t str,
    /// The key it belongs to: `size` or `instance_type`.
    pub key: &'t str,
}

/// Every value of `size` and `instance_type` that is shaped like a VM size, in the order of the
/// file. A Kubernetes instance type or a storage SKU is none.
#[must_use]
pub fn vm_size_uses(document: &Document) -> Vec<SizeUse<'_>> {
    let compute = document.kind().is_some_and(Kind::is_compute);
    let uses = document
        .tree()
        .nodes()
        .filter(|node| !node.is_key())
        .filter_map(|node| {
            let key = node.key()?.text()?;
            let names_size = key == "instance_type" || key == "size" && compute;
            let name = known_text(node).filter(|name| names_size && looks_like_vm_size(name))?;
            Some(SizeUse { node, name, key })
        });
    uses.collect()
}
