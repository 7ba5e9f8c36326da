//! Which kind a document is, and how sure we are.
//!
//! The client learns the family (job, component, compute ...) from the command it was called with and reads only the
//! discriminator from the file. Here the family comes from the `$schema`, else from `type` and the keys that no other
//! kind of YAML has. Facts: azure-ai-ml 1.35.2, `load_*` functions; spellings of `$schema` seen in public repositories.

use super::guess::{by_file_name, by_keys, by_type, is_foreign};
use super::{Kind, KindFamily};
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    Job,
    Component,
    Compute,
    OnlineEndpoint,
    OnlineDeployment,
    BatchDeployment,
    Schedule,
    Data,
    Datastore,
    Workspace,
    Connection,
    One(Kind),
}

/// The kind of the document with `root` in the file at `path`; `None` for YAML that is not ours.
pub(super) fn classify(path: &str, root: Node<'_>) -> Option<(Kind, Certainty)> {
    let file = path
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or(path)
        .to_ascii_lowercase();
    if let Some(schema) = root.get("$schema").and_then(Node::text) {
        let family = by_schema(schema)?;
        // `flow.meta.yaml` carries the flow's schema but only describes it.
        if family == Family::One(Kind::FlowDag) && file.starts_with("flow.meta") {
            return None;
        }
        // `type: CommandComponent@1-legacy` is of the time before the client.
        let legacy = root
            .get("type")
            .and_then(Node::text)
            .is_some_and(|text| text.contains('@'));
        let meant = || by_schema_alone(schema).filter(|_| !legacy);
        return refine(family, root)
            .or_else(meant)
            .map(|kind| (kind, Certainty::Schema));
    }
    classify_by_content(path, root)
}

/// As [`classify`], whatever `$schema` says.
pub(super) fn classify_by_content(path: &str, root: Node<'_>) -> Option<(Kind, Certainty)> {
    let file = path
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or(path)
        .to_ascii_lowercase();
    if path.split(['/', '\\']).any(|folder| folder == ".github") || is_foreign(root) {
        return None;
    }
    by_file_name(&file)
        .map(|kind| (kind, Certainty::Type))
        .or_else(|| by_type(root).map(|kind| (kind, Certainty::Type)))
        .or_else(|| by_keys(root).map(|kind| (kind, Certainty::Keys)))
}

/// The kind a `$schema` names by itself: what the author meant where the discriminator is one that the client refuses.
fn by_schema_alone(url: &str) -> Option<Kind> {
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
    let path = url
        .split(['?', '#'])
        .next()
        .unwrap_or(url)
        .trim_end_matches('/');
    let base = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let stem = base.strip_suffix(".json")?;
    Some(stem.strip_suffix(".schema").unwrap_or(stem).to_owned())
}

fn by_schema(url: &str) -> Option<Family> {
    Some(match schema_stem(url)?.as_str() {
        "commandjob" | "sweepjob" | "pipelinejob" | "automljob" | "sparkjob" | "finetuningjob"
        | "distillationjob" => Family::Job,
        "commandcomponent"
        | "parallelcomponent"
        | "pipelinecomponent"
        | "automlcomponent"
        | "sparkcomponent"
        | "datatransfercomponent"
        | "importcomponent" => Family::Component,
        "amlcompute"
        | "computeinstance"
        | "vmcompute"
        | "kubernetescompute"
        | "synapsesparkcompute" => Family::Compute,
        "managedonlineendpoint" | "kubernetesonlineendpoint" => Family::OnlineEndpoint,
        "managedonlinedeployment" | "kubernetesonlinedeployment" => Family::OnlineDeployment,
        "batchendpoint" => Family::One(Kind::EndpointBatch),
        "batchdeployment" | "modelbatchdeployment" | "pipelinecomponentbatchdeployment" => {
            Family::BatchDeployment
        }
        "schedule" | "monitorschedule" => Family::Schedule,
        "data" | "dataset" | "dataimport" => Family::Data,
        "environment" => Family::One(Kind::Environment),
        "model" => Family::One(Kind::Model),
        "modelversionpackage" => Family::One(Kind::ModelPackage),
        "codeasset" => Family::One(Kind::Code),
        "azureblob" | "azurefile" | "azuredatalakegen1" | "azuredatalakegen2" | "onelake" => {
            Family::Datastore
        }
        "workspace" | "hub" | "project" => Family::Workspace,
        "registry" => Family::One(Kind::Registry),
        "connection" | "workspaceconnection" | "azureopenaiconnection" => Family::Connection,
        "featurestore" => Family::One(Kind::FeatureStore),
        "featureset" => Family::One(Kind::FeatureSet),
        "featurestoreentity" => Family::One(Kind::FeatureStoreEntity),
        "featuresetspec" => Family::One(Kind::FeatureSetSpec),
        "flow" => Family::One(Kind::FlowDag),
        "run" => Family::One(Kind::FlowRun),
        "mltable" => Family::One(Kind::Mltable),
        _ => return None,
    })
}

/// The member of `family`, chosen as the client's loader chooses it.
pub(super) fn refine(family: Family, root: Node<'_>) -> Option<Kind> {
    let text = |key: &str| root.get(key).and_then(Node::text);
    let has = |key: &str| root.get(key).is_some();
    match family {
        Family::One(kind) => Some(kind),
        Family::Job => refine_job(root),
        Family::Component => {
            // A label (`command@default`) is cut off; the letter case does not matter for components.
            let name = text("type")
                .unwrap_or("command")
                .split('@')
                .next()
                .unwrap_or_default()
                .to_ascii_lowercase();
            let task = text("task").unwrap_or_default();
            let detail = (name == "data_transfer").then_some(task);
            Kind::of_type(KindFamily::Component, &name, detail)
        }
        Family::Compute => Kind::of_type(
            KindFamily::Compute,
            &text("type")?.to_ascii_lowercase(),
            None,
        ),
        Family::OnlineEndpoint if root.get("compute").is_some_and(|node| !node.is_null()) => {
            Some(Kind::EndpointKubernetesOnline)
        }
        Family::OnlineEndpoint => Some(Kind::EndpointManagedOnline),
        Family::OnlineDeployment if text("type") == Some("kubernetes") => {
            Some(Kind::DeploymentKubernetesOnline)
        }
        Family::OnlineDeployment => Some(Kind::DeploymentManagedOnline),
        Family::BatchDeployment => Some(match text("type") {
            Some("model") => Kind::DeploymentBatchModel,
            Some("pipeline") => Kind::DeploymentBatchPipeline,
            _ => Kind::DeploymentBatch,
        }),
        Family::Schedule if has("create_monitor") => Some(Kind::ScheduleMonitor),
        Family::Schedule if has("import_data") => Some(Kind::ScheduleDataImport),
        Family::Schedule => Some(Kind::ScheduleJob),
        Family::Data if has("source") => Some(Kind::DataImport),
        Family::Data => Some(Kind::Data),
        Family::Datastore => Kind::of_type(KindFamily::Datastore, text("type")?, None),
        Family::Workspace => Some(match text("kind").map(str::to_ascii_lowercase).as_deref() {
            Some("hub") => Kind::WorkspaceHub,
            Some("project") => Kind::WorkspaceProject,
            _ => Kind::Workspace,
        }),
        Family::Connection => Some(connection(text("type").unwrap_or_default())),
    }
}

pub(super) fn refine_job(root: Node<'_>) -> Option<Kind> {
    let text = |key: &str| root.get(key).and_then(Node::text).unwrap_or_default();
    let name = root.get("type").and_then(Node::text).unwrap_or("command");
    let detail = match name {
        "automl" | "data_transfer" => Some(text("task")),
        "finetuning" => Some(text("model_provider")),
        _ => None,
    };
    Kind::of_type(KindFamily::Job, name, detail).or(match root.get("type").and_then(Node::text) {
        // A task or provider that the client refuses; what is wrong is said by a rule.
        Some("automl") => Some(Kind::JobAutomlClassification),
        Some("finetuning") => Some(Kind::JobFinetuningCustom),
        _ => None,
    })
}

/// Lower case without separators: the client takes a connection's type in snake and in Pascal case.
pub(super) fn squash(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .collect::<String>()
        .to_ascii_lowercase()
}

pub(super) fn connection(kind: &str) -> Kind {
    match squash(kind).as_str() {
        "azureopenai" => Kind::ConnectionAzureOpenAi,
        "azureblob" => Kind::ConnectionAzureBlob,
        "azureonelake" => Kind::ConnectionAzureOneLake,
        "apikey" => Kind::ConnectionApiKey,
        "openai" => Kind::ConnectionOpenAi,
        "serp" => Kind::ConnectionSerp,
        "serverless" => Kind::ConnectionServerless,
        "azurecontentsafety" => Kind::ConnectionAzureContentSafety,
        "azurespeechservices" => Kind::ConnectionAzureSpeechServices,
        "azureaisearch" | "cognitivesearch" | "azuresearch" => Kind::ConnectionAzureAiSearch,
        "aiservices" | "azureaiservices" => Kind::ConnectionAzureAiServices,
        _ => Kind::ConnectionGeneric,
    }
}
