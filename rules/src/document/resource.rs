//! The sorts of resource that documents describe and name.

use super::{Kind, KindFamily};

/// A sort of resource.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Resource {
    /// A component.
    Component,
    /// A compute.
    Compute,
    /// An environment.
    Environment,
    /// A data asset.
    Data,
    /// A model.
    Model,
    /// An endpoint, online or batch.
    Endpoint,
    /// A deployment of an endpoint.
    Deployment,
    /// A datastore.
    Datastore,
    /// A schedule.
    Schedule,
    /// A job.
    Job,
    /// A workspace.
    Workspace,
    /// A size of a virtual machine. Nobody defines one: the tables of Azure list them.
    VmSize,
}

impl Resource {
    /// How a message names it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Component => "component",
            Self::Compute => "compute",
            Self::Environment => "environment",
            Self::Data => "data asset",
            Self::Model => "model",
            Self::Endpoint => "endpoint",
            Self::Deployment => "deployment",
            Self::Datastore => "datastore",
            Self::Schedule => "schedule",
            Self::Job => "job",
            Self::Workspace => "workspace",
            Self::VmSize => "VM size",
        }
    }

    /// What a document of this kind describes.
    #[must_use]
    pub fn described_by(kind: Kind) -> Option<Self> {
        Some(match kind.family() {
            KindFamily::Component => Self::Component,
            KindFamily::Compute => Self::Compute,
            KindFamily::Alone(Kind::Environment) => Self::Environment,
            KindFamily::Alone(Kind::Data | Kind::DataImport) => Self::Data,
            KindFamily::Alone(Kind::Model) => Self::Model,
            KindFamily::Endpoint => Self::Endpoint,
            KindFamily::Deployment => Self::Deployment,
            KindFamily::Datastore => Self::Datastore,
            KindFamily::Schedule => Self::Schedule,
            KindFamily::Job => Self::Job,
            // Hubs and projects are no workspaces of their own.
            KindFamily::Workspace if kind == Kind::Workspace => Self::Workspace,
            _ => return None,
        })
    }

    /// What a document of this kind can be named as: a model stands where data stands, too.
    pub fn usable_as(kind: Kind) -> impl Iterator<Item = Self> {
        let own = Self::described_by(kind);
        let input = own.filter(|own| *own == Self::Model).map(|_| Self::Data);
        own.into_iter().chain(input)
    }

    /// Whether it has versions.
    #[must_use]
    pub fn is_versioned(self) -> bool {
        matches!(
            self,
            Self::Environment | Self::Model | Self::Component | Self::Data
        )
    }

    /// Whether two names of it are the same: names of computes, endpoints and deployments ignore
    /// the letter case.
    #[must_use]
    pub fn is_same_name(self, a: &str, b: &str) -> bool {
        if matches!(self, Self::Compute | Self::Endpoint | Self::Deployment) {
            a.eq_ignore_ascii_case(b)
        } else {
            a == b
        }
    }
}

/// What a value names, and how it stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceUse {
    /// What is named.
    pub resource: Resource,
    /// How.
    pub position: ResourcePosition,
    /// Whether the catalogue knows the mapping that it stands in. Where mistakes keep that from
    /// being told, the keys around the value say what is meant: enough for an editor, not for a
    /// rule.
    pub is_certain: bool,
}

impl ResourceUse {
    /// Whether the client reads it as a reference, which can be well or badly written.
    #[must_use]
    pub fn is_reference(self) -> bool {
        self.is_certain && self.position != ResourcePosition::Text
    }
}

/// How the name of a resource stands in a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResourcePosition {
    /// Behind a key that is for this resource: `environment`, `compute`, `endpoint_name`.
    Own,
    /// As the trial of a sweep that is not written out.
    Trial,
    /// As the `path` of an input, which can be a local path or an address as well.
    InputPath,
    /// Under `settings` of a pipeline, for the steps that name none.
    PipelineDefault,
    /// As plain text, which the service alone understands: `endpoint_name`, `instance_type`, the
    /// keys of `traffic`.
    Text,
}
