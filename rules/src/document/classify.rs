//! Which kind a document is, and how sure we are.
//!
//! The client learns the family (job, component, compute ...) from the command it was called with
//! and reads only the discriminator from the file. Here the family comes from the `$schema`, else
//! from `type` and the keys that no other kind of YAML has. Facts: azure-ai-ml 1.35.2, `load_*`
//! functions; spellings of `$schema` seen in public repositories.

use super::Kind;
use super::content::{kind_by_file_name, kind_by_keys, kind_by_type};
use super::foreign::is_foreign;
use super::refine::{Loader, kind_read_by};
use crate::syntax::Node;

/// How a kind was decided, surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Certainty {
    /// `$schema` names it.
    Schema,
    /// `type` or the file's name names it.
    Type,
    /// Its keys look like it.
    Keys,
}

/// The kind of the document with `root` in the file at `path`; `None` for YAML that is not ours.
pub(super) fn classify(path: &str, root: Node<'_>) -> Option<(Kind, Certainty)> {
    let Some(schema) = root.get("$schema").and_then(Node::text) else {
        return classify_by_content(path, root);
    };
    let loader = loader_of_schema(schema)?;
    // `flow.meta.yaml` carries the flow's schema but only describes it.
    if loader == Loader::Of(Kind::FlowDag) && file_name(path).starts_with("flow.meta") {
        return None;
    }
    // `type: CommandComponent@1-legacy` is of the time before the client.
    let kind = root.get("type").and_then(Node::text);
    let is_legacy = kind.is_some_and(|kind| kind.contains('@'));
    let meant = || kind_of_schema(schema).filter(|_| !is_legacy);
    let kind = kind_read_by(loader, root).or_else(meant)?;
    Some((kind, Certainty::Schema))
}

/// As [`classify`], whatever `$schema` says.
pub(super) fn classify_by_content(path: &str, root: Node<'_>) -> Option<(Kind, Certainty)> {
    if is_foreign(path, Some(root)) {
        return None;
    }
    if let Some(kind) = kind_by_file_name(&file_name(path)).or_else(|| kind_by_type(root)) {
        return Some((kind, Certainty::Type));
    }
    Some((kind_by_keys(root)?, Certainty::Keys))
}

/// The last part of `path` in lower case.
fn file_name(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.to_ascii_lowercase()
}

/// The kind a `$schema` names by itself: what the author meant where the discriminator is one that
/// the client refuses.
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

/// The last part of a `$schema` without its endings, in lower case.
fn schema_stem(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let path = path.trim_end_matches('/');
    let base = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let stem = base.strip_suffix(".json")?;
    Some(stem.strip_suffix(".schema").unwrap_or(stem).to_owned())
}

/// The loader that reads files with this `$schema`.
fn loader_of_schema(url: &str) -> Option<Loader> {
    Some(match schema_stem(url)?.as_str() {
        "commandjob" | "sweepjob" | "pipelinejob" | "automljob" | "sparkjob" | "finetuningjob"
        | "distillationjob" => Loader::Job,
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
        | "synapsesparkcompute" => Loader::Compute,
        "managedonlineendpoint" | "kubernetesonlineendpoint" => Loader::OnlineEndpoint,
        "managedonlinedeployment" | "kubernetesonlinedeployment" => Loader::OnlineDeployment,
        "batchendpoint" => Loader::Of(Kind::EndpointBatch),
        "batchdeployment" | "modelbatchdeployment" | "pipelinecomponentbatchdeployment" => {
            Loader::BatchDeployment
        }
        "schedule" | "monitorschedule" => Loader::Schedule,
        "data" | "dataset" | "dataimport" => Loader::Data,
        "environment" => Loader::Of(Kind::Environment),
        "model" => Loader::Of(Kind::Model),
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
        "flow" => Loader::Of(Kind::FlowDag),
        "run" => Loader::Of(Kind::FlowRun),
        "mltable" => Loader::Of(Kind::Mltable),
        _ => return None,
    })
}
