//! Types of resources that documents define and refer to.

use super::{Kind, KindFamily};

/// A type of resource.
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
    /// A size of a virtual machine. These are not defined in documents, but listed in tables of Azure.
    VmSize,
}

impl Resource {
    /// Returns the name for messages.
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

    /// Returns the type of resource that a document of this kind defines.
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
            // Hubs and projects are not counted as workspaces.
            KindFamily::Workspace if kind == Kind::Workspace => Self::Workspace,
            _ => return None,
        })
    }

    /// Returns the types as which a document of this kind can be used: a model is also accepted as data.
    pub fn usable_as(kind: Kind) -> impl Iterator<Item = Self> {
        let own = Self::described_by(kind);
        let input = own.filter(|own| *own == Self::Model).map(|_| Self::Data);
        own.into_iter().chain(input)
    }

    /// Returns `true` if resources of this type have versions.
    pub fn is_versioned(self) -> bool {
        matches!(
            self,
            Self::Environment | Self::Model | Self::Component | Self::Data
        )
    }

    /// Returns `true` if two names are equal: those of computes, endpoints and deployments ignore
    /// the letter case.
    pub fn is_same_name(self, a: &str, b: &str) -> bool {
        if matches!(self, Self::Compute | Self::Endpoint | Self::Deployment) {
            a.eq_ignore_ascii_case(b)
        } else {
            a == b
        }
    }
}

/// A use of a resource by a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceUse {
    /// Type of the named resource.
    pub resource: Resource,
    /// Place of the name.
    pub position: ResourcePosition,
    /// `true` if the catalog identifies the mapping around the value. If mistakes prevent that,
    /// the type is guessed from the surrounding keys, which is enough for an editor but not for a
    /// rule.
    pub is_certain: bool,
}

impl ResourceUse {
    /// Returns `true` if the client parses the value as a reference, which may be malformed.
    pub fn is_reference(self) -> bool {
        self.is_certain && self.position != ResourcePosition::Text
    }
}

/// Place of a resource name in a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResourcePosition {
    /// Value of a key for this type of resource: `environment`, `compute`, `endpoint_name`.
    Own,
    /// The trial of a sweep that is not written inline.
    Trial,
    /// The `path` of an input, which can also be a local path or a URL.
    InputPath,
    /// In `settings` of a pipeline, the default for its steps.
    PipelineDefault,
    /// Plain text that only the service resolves: `endpoint_name`, `instance_type`, the keys of
    /// `traffic`.
    Text,
}
