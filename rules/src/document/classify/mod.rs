//! Detects the kind of a document, and how certain it is.
//!
//! The client learns the family (job, component, compute ...) from the command that it runs, and
//! reads only the discriminator from the file. Here the family comes from the `$schema`, else from
//! `type` and keys that occur only in Azure ML files. Sources: azure-ai-ml 1.35.2, `load_*`
//! functions; spellings of `$schema` in public repositories.
//!
//! Start at [`classify`](fn@classify). [`refine`] reads the discriminators that the client reads, and [`content`]
//! detects files without `$schema`, with [`key_evidence`], [`connection`], [`declared_inputs`],
//! and [`feature_set`]. [`foreign`] recognizes YAML of other tools.

mod connection;
mod content;
pub(super) mod declared_inputs;
mod feature_set;
pub(super) mod foreign;
pub(super) mod key_evidence;
mod refine;

use self::content::{kind_by_file_name, kind_by_keys, kind_by_type};
use self::foreign::is_foreign;
use self::refine::{Loader, kind_read_by};
use super::Kind;
use super::dialects::{
    has_foundry_keys, is_foundry_training_job, preview_mark, unsupported_compute,
};
use crate::path;
use crate::syntax::{Node, NodeKind};

/// Evidence for the kind of a document, strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Certainty {
    /// `$schema` names the kind.
    Schema,
    /// `type` or the file name gives the kind.
    Type,
    /// A command line that names the file implies the kind.
    Command,
    /// The keys suggest the kind.
    Keys,
}

/// Returns the kind of the document with `root` in the file at `path`; `None` for other YAML.
pub(super) fn classify(path: &str, root: Node<'_>) -> Option<(Kind, Certainty)> {
    if let Some(kind) = kind_that_ended(root) {
        return Some((kind, Certainty::Keys));
    }
    let schema = root.get("$schema").and_then(Node::text);
    let Some(schema) = schema.filter(|url| !is_reference_page(url)) else {
        return classify_by_content(path, root);
    };
    if schema.contains("/promptflow/") {
        return Some((prompt_flow_kind(path, schema)?, Certainty::Schema));
    }
    let Some(loader) = loader_of_schema(schema) else {
        // The name of the schema may be misspelled.
        let ours = schema.contains("azuremlschemas");
        return ours.then(|| classify_by_content(path, root)).flatten();
    };
    if loader == Loader::Job && has_foundry_keys(root) {
        return Some((Kind::FoundryTrainingJob, Certainty::Keys));
    }
    // `type: CommandComponent@1-legacy` predates the client.
    let kind = root.get("type").and_then(Node::text);
    let is_legacy = kind.is_some_and(|kind| kind.contains('@'));
    let meant = || kind_of_schema(schema).filter(|_| !is_legacy);
    let kind = kind_read_by(loader, root).or_else(meant)?;
    Some((kind, Certainty::Schema))
}

/// Returns the kind of a document that the client no longer reads, or never did, whatever its
/// `$schema` is.
fn kind_that_ended(root: Node<'_>) -> Option<Kind> {
    if preview_mark(root).is_some() {
        return Some(Kind::PreviewDocument);
    }
    unsupported_compute(root).map(|_| Kind::UnsupportedCompute)
}

/// Returns `true` if `$schema` is the address of a reference page, which people copy by mistake: it
/// adds nothing to the keys.
fn is_reference_page(url: &str) -> bool {
    let is_page = url.contains("learn.microsoft.com") || url.contains("docs.microsoft.com");
    is_page && url.contains("machine-learning")
}

/// Returns the kind for a schema of prompt flow; experiments and Prompty files are not supported.
/// Stems: `promptflow-devkit` 1.18.5.
fn prompt_flow_kind(path: &str, schema: &str) -> Option<Kind> {
    let stem = schema_stem(schema)?;
    // `flow.meta.yaml` has the schema of the flow but is only its metadata.
    let describes = lower_name(path).starts_with("flow.meta");
    match stem.as_str() {
        "flow" => (!describes).then_some(Kind::FlowDag),
        "run" => Some(Kind::FlowRun),
        _ => stem.ends_with("connection").then_some(Kind::FlowConnection),
    }
}

/// Same as [`classify`], but ignores `$schema`.
pub(super) fn classify_by_content(path: &str, root: Node<'_>) -> Option<(Kind, Certainty)> {
    if is_foreign(path, Some(root)) {
        return None;
    }
    if let Some(kind) = kind_that_ended(root) {
        return Some((kind, Certainty::Keys));
    }
    if let Some(kind) = kind_by_file_name(&lower_name(path)) {
        return Some((kind, Certainty::Type));
    }
    if is_foundry_training_job(root) {
        return Some((Kind::FoundryTrainingJob, Certainty::Keys));
    }
    if let Some(kind) = kind_by_type(root) {
        return Some((kind, Certainty::Type));
    }
    Some((kind_by_keys(root)?, Certainty::Keys))
}

/// Returns the kind of the document with `root` in the file at `path` for `az ml <noun> create`;
/// `None` if its content determines it.
pub(super) fn kind_of_noun(noun: &str, path: &str, root: Node<'_>) -> Option<Kind> {
    if root.kind() != NodeKind::Mapping
        || kind_by_file_name(&lower_name(path)).is_some()
        || kind_that_ended(root).is_some()
    {
        return None;
    }
    let loader = loader_of_noun(noun)?;
    // People copy the `$schema` of a job into a component, and the client doesn't read it.
    let is_of_job = |url: &str| loader_of_schema(url) == Some(Loader::Job);
    let schema = root.get("$schema");
    if schema.is_some_and(|url| loader != Loader::Component || !url.text().is_some_and(is_of_job)) {
        return None;
    }
    kind_read_by(loader, root)
}

fn loader_of_noun(noun: &str) -> Option<Loader> {
    Some(match noun {
        "job" => Loader::Job,
        "component" => Loader::Component,
        "compute" => Loader::Compute,
        "online-endpoint" => Loader::OnlineEndpoint,
        "online-deployment" => Loader::OnlineDeployment,
        "batch-endpoint" => Loader::Of(Kind::EndpointBatch),
        "batch-deployment" => Loader::BatchDeployment,
        "schedule" => Loader::Schedule,
        "data" => Loader::Data,
        "datastore" => Loader::Datastore,
        "environment" => Loader::Of(Kind::Environment),
        "model" => Loader::Of(Kind::Model),
        "workspace" => Loader::Workspace,
        "connection" => Loader::Connection,
        "registry" => Loader::Of(Kind::Registry),
        "feature-store" => Loader::Of(Kind::FeatureStore),
        "feature-set" => Loader::Of(Kind::FeatureSet),
        "feature-store-entity" => Loader::Of(Kind::FeatureStoreEntity),
        "deployment-template" => Loader::Of(Kind::DeploymentTemplate),
        // These have no `$schema` and no shape of their own.
        "index" => Loader::Of(Kind::Index),
        "capability-host" => Loader::Of(Kind::CapabilityHost),
        "serverless-endpoint" => Loader::Of(Kind::ServerlessEndpoint),
        "marketplace-subscription" => Loader::Of(Kind::MarketplaceSubscription),
        _ => return None,
    })
}

/// Returns the last part of `path` in lower case.
fn lower_name(path: &str) -> String {
    path::file_name(path).to_ascii_lowercase()
}

/// Returns the kind that a `$schema` names by itself, for documents whose discriminator the client
/// rejects.
fn kind_of_schema(url: &str) -> Option<Kind> {
    Some(match schema_stem(url)?.as_str() {
        "commandjob" => Kind::JobCommand,
        "sweepjob" => Kind::JobSweep,
        "pipelinejob" => Kind::JobPipeline,
        "automljob" => Kind::JobAutomlClassification,
        "sparkjob" => Kind::JobSpark,
        "finetuningjob" => Kind::JobFinetuningCustom,
        "distillationjob" => Kind::JobDistillation,
        "commandcomponent" => Kind::ComponentCommand,
        "parallelcomponent" => Kind::ComponentParallel,
        "pipelinecomponent" => Kind::ComponentPipeline,
        "sparkcomponent" => Kind::ComponentSpark,
        "amlcompute" => Kind::ComputeAmlcompute,
        "computeinstance" => Kind::ComputeComputeinstance,
        "vmcompute" => Kind::ComputeVirtualmachine,
        "kubernetescompute" => Kind::ComputeKubernetes,
        "synapsesparkcompute" => Kind::ComputeSynapsespark,
        "azureblob" => Kind::DatastoreAzureBlob,
        "azurefile" => Kind::DatastoreAzureFile,
        "azuredatalakegen1" => Kind::DatastoreAzureDataLakeGen1,
        "azuredatalakegen2" => Kind::DatastoreAzureDataLakeGen2,
        "onelake" => Kind::DatastoreOneLake,
        _ => return None,
    })
}

/// Returns the last part of a `$schema` without its extensions, in lower case.
fn schema_stem(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let path = path.trim_end_matches('/');
    let base = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let stem = base.strip_suffix(".json")?;
    Some(stem.strip_suffix(".schema").unwrap_or(stem).to_owned())
}

/// Returns the loader that reads files with this `$schema`.
fn loader_of_schema(url: &str) -> Option<Loader> {
    Some(match schema_stem(url)?.as_str() {
        "commandjob" | "sweepjob" | "pipelinejob" | "automljob" | "sparkjob" | "finetuningjob"
        | "distillationjob" | "importjob" => Loader::Job,
        "commandcomponent"
        | "parallelcomponent"
        | "pipelinecomponent"
        | "automlcomponent"
        | "sparkcomponent"
        | "datatransfercomponent"
        | "importcomponent" => Loader::Component,
        "amlcompute"
        | "computeinstance"
        | "vmcompute"
        | "kubernetescompute"
        | "synapsesparkcompute"
        | "compute" => Loader::Compute,
        "managedonlineendpoint" | "kubernetesonlineendpoint" | "onlineendpoint" => {
            Loader::OnlineEndpoint
        }
        "managedonlinedeployment" | "kubernetesonlinedeployment" | "onlinedeployment" => {
            Loader::OnlineDeployment
        }
        "batchendpoint" => Loader::Of(Kind::EndpointBatch),
        "batchdeployment" | "modelbatchdeployment" | "pipelinecomponentbatchdeployment" => {
            Loader::BatchDeployment
        }
        "schedule" | "monitorschedule" => Loader::Schedule,
        "data" | "dataset" | "asset" | "dataimport" => Loader::Data,
        "environment" => Loader::Of(Kind::Environment),
        "model" => Loader::Of(Kind::Model),
        "deploymenttemplate" => Loader::Of(Kind::DeploymentTemplate),
        "modelversionpackage" => Loader::Of(Kind::ModelPackage),
        "codeasset" => Loader::Of(Kind::Code),
        "azureblob" | "azurefile" | "azuredatalakegen1" | "azuredatalakegen2" | "onelake" => {
            Loader::Datastore
        }
        "workspace" | "hub" | "project" => Loader::Workspace,
        "registry" => Loader::Of(Kind::Registry),
        "connection" | "workspaceconnection" | "azureopenaiconnection" => Loader::Connection,
        "featurestore" => Loader::Of(Kind::FeatureStore),
        "featureset" => Loader::Of(Kind::FeatureSet),
        "featurestoreentity" => Loader::Of(Kind::FeatureStoreEntity),
        "featuresetspec" => Loader::Of(Kind::FeatureSetSpec),
        "mltable" => Loader::Of(Kind::Mltable),
        _ => return None,
    })
}
