//! The values that name a resource, and which sort of resource they name: what the catalogue says may stand there.

use crate::document::Document;
use crate::schema::table::{Shape, Type};
use crate::schema::{self, Walk};
use crate::syntax::{Node, NodeId, NodeKind};
use crate::workspace::Workspace;

/// The sort of resource that a value names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// An environment.
    Environment,
    /// A model of a deployment.
    Model,
    /// The component of a step or of a batch deployment.
    Component,
    /// The trial of a sweep, where it is not written out.
    Trial,
    /// The `path` of an input.
    Data,
    /// A compute.
    Compute,
    /// `settings.default_compute` of a pipeline job.
    DefaultCompute,
    /// `settings.default_datastore` of a pipeline job.
    DefaultDatastore,
    /// The job of a schedule.
    Job,
}

impl Slot {
    /// How a message names it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Environment => "environment",
            Self::Model => "model",
            Self::Component | Self::Trial => "component",
            Self::Data => "data asset",
            Self::Compute | Self::DefaultCompute => "compute",
            Self::DefaultDatastore => "datastore",
            Self::Job => "job",
        }
    }

    /// Whether what it names has versions.
    #[must_use]
    pub fn is_versioned(self) -> bool {
        matches!(
            self,
            Self::Environment | Self::Model | Self::Component | Self::Trial | Self::Data
        )
    }

    /// What a value of this type names.
    fn of(ty: &'static Type) -> Option<Self> {
        let mut leaves = Leaves::default();
        leaves.look(ty);
        Some(match leaves.asset? {
            "environments" => Self::Environment,
            "models" if !leaves.is_path => Self::Model,
            // What may be a path too is an input: data and models alike.
            "data" | "models" => Self::Data,
            "components" if leaves.name == "Trial" => Self::Trial,
            "components" => Self::Component,
            "computes" if leaves.is_serverless => Self::DefaultCompute,
            "computes" => Self::Compute,
            "datastores" => Self::DefaultDatastore,
            "jobs" => Self::Job,
            _ => return None,
        })
    }
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
pub fn slots(document: &Document) -> Vec<(Node<'_>, Slot)> {
    slots_by(document, || {
        find(document, &schema::walk(&Workspace::default(), document))
    })
}

/// As [`slots`], for a document that was held against the catalogue already.
pub(crate) fn slots_of<'t>(document: &'t Document, walk: &Walk<'t>) -> Vec<(Node<'t>, Slot)> {
    slots_by(document, || find(document, walk))
}

fn slots_by(
    document: &Document,
    find: impl FnOnce() -> Vec<(NodeId, Slot)>,
) -> Vec<(Node<'_>, Slot)> {
    document
        .slots(find)
        .iter()
        .map(|(id, slot)| (document.tree().node(*id), *slot))
        .collect()
}

fn find(document: &Document, walk: &Walk<'_>) -> Vec<(NodeId, Slot)> {
    let named = walk.values.iter().filter_map(|(id, ty)| {
        let node = document.tree().node(*id);
        let is_scalar = matches!(node.kind(), NodeKind::Scalar(_));
        is_scalar
            .then(|| Slot::of(ty))
            .flatten()
            .map(|slot| (node, slot))
    });
    let mut found: Vec<(Node<'_>, Slot)> = named.collect();
    // The type of the whole comes before those of its alternatives.
    found.sort_by_key(|(node, _)| node.range());
    found.dedup_by(|a, b| a.0 == b.0);
    found
        .into_iter()
        .map(|(node, slot)| (node.id(), slot))
        .collect()
}
