//! Which kind a document is, and how sure we are.
//!
//! The client learns the family (job, component, compute ...) from the command it was called with and reads only the
//! discriminator from the file. Here the family comes from the `$schema`, else from `type` and the keys that no other
//! kind of YAML has. Facts: azure-ai-ml 1.35.2, `load_*` functions; spellings of `$schema` seen in public repositories.

use super::Kind;
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
enum Family {
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
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase();
    if let Some(schema) = root.get("$schema").and_then(Node::text) {
        let family = by_schema(schema)?;
        // `flow.meta.yaml` carries the flow's schema but only describes it.
        if family == Family::One(Kind::FlowDag) && file.starts_with("flow.meta") {
            return None;
        }
        return refine(family, root).map(|kind| (kind, Certainty::Schema));
    }
    if path.split(['/', '\\']).any(|folder| folder == ".github") || is_foreign(root) {
        return None;
    }
    by_file_name(&file)
        .map(|kind| (kind, Certainty::Type))
        .or_else(|| by_type(root).map(|kind| (kind, Certainty::Type)))
        .or_else(|| by_keys(root).map(|kind| (kind, Certainty::Keys)))
}

fn by_schema(url: &str) -> Option<Family> {
    let path = url.split(['?', '#']).next().unwrap_or(url).trim_end_matches('/');
    let base = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let stem = base.strip_suffix(".json")?;
    let stem = stem.strip_suffix(".schema").unwrap_or(stem);
    Some(match stem {
        "commandjob" | "sweepjob" | "pipelinejob" | "automljob" | "sparkjob" | "finetuningjob" | "distillationjob" => {
            Family::Job
        }
        "commandcomponent"
        | "parallelcomponent"
        | "pipelinecomponent"
        | "automlcomponent"
        | "sparkcomponent"
        | "datatransfercomponent"
        | "importcomponent" => Family::Component,
        "amlcompute" | "computeinstance" | "vmcompute" | "kubernetescompute" | "synapsesparkcompute" => Family::Compute,
        "managedonlineendpoint" | "kubernetesonlineendpoint" => Family::OnlineEndpoint,
        "managedonlinedeployment" | "kubernetesonlinedeployment" => Family::OnlineDeployment,
        "batchendpoint" => Family::One(Kind::EndpointBatch),
        "batchdeployment" | "modelbatchdeployment" | "pipelinecomponentbatchdeployment" => Family::BatchDeployment,
        "schedule" | "monitorschedule" => Family::Schedule,
        "data" | "dataset" | "dataimport" => Family::Data,
        "environment" => Family::One(Kind::Environment),
        "model" => Family::One(Kind::Model),
        "modelversionpackage" => Family::One(Kind::ModelPackage),
        "codeasset" => Family::One(Kind::Code),
        "azureblob" | "azurefile" | "azuredatalakegen1" | "azuredatalakegen2" | "onelake" => Family::Datastore,
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
fn refine(family: Family, root: Node<'_>) -> Option<Kind> {
    let text = |key: &str| root.get(key).and_then(Node::text);
    let has = |key: &str| root.get(key).is_some();
    match family {
        Family::One(kind) => Some(kind),
        Family::Job => refine_job(root),
        Family::Component => {
            // A label (`command@default`) is cut off; the letter case does not matter for components.
            let name = text("type").unwrap_or("command").split('@').next().unwrap_or_default().to_ascii_lowercase();
            let task = text("task").unwrap_or_default();
            let id = if name == "data_transfer" { format!("{name}:{task}") } else { name };
            Kind::from_id(&format!("component/{id}"))
        }
        Family::Compute => Kind::from_id(&format!("compute/{}", text("type")?.to_ascii_lowercase())),
        Family::OnlineEndpoint if root.get("compute").is_some_and(|node| !node.is_null()) => {
            Some(Kind::EndpointKubernetesOnline)
        }
        Family::OnlineEndpoint => Some(Kind::EndpointManagedOnline),
        Family::OnlineDeployment if text("type") == Some("kubernetes") => Some(Kind::DeploymentKubernetesOnline),
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
        Family::Datastore => Kind::from_id(&format!("datastore/{}", text("type")?)),
        Family::Workspace => Some(match text("kind").map(str::to_ascii_lowercase).as_deref() {
            Some("hub") => Kind::WorkspaceHub,
            Some("project") => Kind::WorkspaceProject,
            _ => Kind::Workspace,
        }),
        Family::Connection => Some(connection(text("type").unwrap_or_default())),
    }
}

fn refine_job(root: Node<'_>) -> Option<Kind> {
    let text = |key: &str| root.get(key).and_then(Node::text).unwrap_or_default();
    let id = match root.get("type").and_then(Node::text).unwrap_or("command") {
        "automl" => format!("job/automl:{}", text("task")),
        "finetuning" => format!("job/finetuning:{}", text("model_provider")),
        "data_transfer" => format!("job/data_transfer:{}", text("task")),
        other => format!("job/{other}"),
    };
    Kind::from_id(&id)
}

/// Lower case without separators: the client takes a connection's type in snake and in Pascal case.
fn squash(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).collect::<String>().to_ascii_lowercase()
}

fn connection(kind: &str) -> Kind {
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

/// Types of connections that have no schema of their own.
const GENERIC_CONNECTIONS: &[&str] = &[
    "git",
    "containerregistry",
    "pythonfeed",
    "s3",
    "snowflake",
    "azuresqldb",
    "azuresynapseanalytics",
    "azuremysqldb",
    "azurepostgresdb",
    "custom",
    "azuredatalakegen2",
    "adlsgen2",
];

/// YAML of other tools that a repository with Azure ML files also holds.
fn is_foreign(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    let only = |keys: &[&str]| root.entries().all(|entry| entry.key.text().is_some_and(|key| keys.contains(&key)));
    let kubernetes = has("apiVersion") && has("kind");
    let compose = has("services")
        && root.get("services").is_some_and(|services| {
            services.entries().any(|entry| entry.value.get("image").is_some() || entry.value.get("build").is_some())
        });
    let workflow = has("jobs") && (has("on") || has("runs-on")) && !has("type");
    let azure_pipelines = has("steps") && (has("trigger") || has("pool")) || has("stages");
    let conda = has("dependencies")
        && only(&["name", "channels", "dependencies", "prefix", "variables", "python", "build_dependencies"]);
    let swagger = has("openapi") || has("swagger");
    kubernetes || compose || workflow || azure_pipelines || conda || swagger
}

fn by_file_name(file: &str) -> Option<Kind> {
    match file {
        "featuresetspec.yaml" | "featuresetspec.yml" => Some(Kind::FeatureSetSpec),
        "flow.dag.yaml" | "flow.dag.yml" => Some(Kind::FlowDag),
        _ => None,
    }
}

fn by_type(root: Node<'_>) -> Option<Kind> {
    let kind = root.get("type").and_then(Node::text)?;
    let has = |key: &str| root.get(key).is_some();
    let any = |keys: &[&str]| keys.iter().any(|key| has(key));
    match kind {
        "sweep" if any(&["trial", "search_space", "objective"]) => return Some(Kind::JobSweep),
        "finetuning" | "distillation" | "automl" => return refine_job(root),
        "pipeline" if has("jobs") => {
            let component = has("version") && !has("experiment_name");
            return Some(if component { Kind::ComponentPipeline } else { Kind::JobPipeline });
        }
        // It is none that the client takes, but one that people write.
        "parallel" if has("task") && has("compute") && !has("version") => return Some(Kind::JobParallel),
        "spark" if has("entry") => {
            let job = !has("version") || any(&["resources", "compute"]);
            return Some(if job { Kind::JobSpark } else { Kind::ComponentSpark });
        }
        "azure_blob" | "azure_file" | "azure_data_lake_gen1" | "azure_data_lake_gen2" | "one_lake"
            if any(&["account_name", "store_name", "one_lake_workspace_name"]) =>
        {
            return refine(Family::Datastore, root);
        }
        _ => {}
    }
    let lower = kind.to_ascii_lowercase();
    if let Some(compute) = Kind::from_id(&format!("compute/{lower}")) {
        // `type: kubernetes` is also a deployment; a compute has no endpoint.
        return (!has("endpoint_name")).then_some(compute);
    }
    let known = connection(kind) != Kind::ConnectionGeneric || GENERIC_CONNECTIONS.contains(&squash(kind).as_str());
    (known && has("name") && any(&["target", "credentials", "api_key"])).then(|| connection(kind))
}

fn by_keys(root: Node<'_>) -> Option<Kind> {
    let has = |key: &str| root.get(key).is_some();
    let all = |keys: &[&str]| keys.iter().all(|key| has(key));
    let only = |keys: &[&str]| root.entries().all(|entry| entry.key.text().is_some_and(|key| keys.contains(&key)));
    let kind = root.get("type").and_then(Node::text);
    if has("create_monitor") || has("import_data") || all(&["trigger", "create_job"]) {
        return refine(Family::Schedule, root);
    }
    if has("command") && matches!(kind, None | Some("command")) && is_command(root) {
        let component = has("version") && !has("compute");
        return Some(if component { Kind::ComponentCommand } else { Kind::JobCommand });
    }
    if has("replication_locations") {
        return Some(Kind::Registry);
    }
    let network = ["name", "managed_network", "public_network_access", "location", "kind", "resource_group"];
    if has("managed_network") && only(&network) {
        return refine(Family::Workspace, root);
    }
    if has("endpoint_name") {
        if has("instance_type") || has("scale_settings") || matches!(kind, Some("managed" | "kubernetes")) {
            return refine(Family::OnlineDeployment, root);
        }
        if has("compute") || has("component") || matches!(kind, Some("model" | "pipeline")) {
            return refine(Family::BatchDeployment, root);
        }
    }
    if all(&["auth_mode", "name"]) {
        return refine(Family::OnlineEndpoint, root);
    }
    if all(&["name", "model_id"]) && only(&["name", "model_id"]) {
        return Some(Kind::ServerlessEndpoint);
    }
    let environment =
        ["name", "version", "image", "build", "conda_file", "description", "tags", "os_type", "inference_config"];
    let image = has("image") || has("build");
    if image && has("name") && only(&environment) {
        return Some(Kind::Environment);
    }
    let nodes = root.get("nodes").is_some_and(|nodes| nodes.items().next().is_some());
    (nodes && has("inputs")).then_some(Kind::FlowDag)
}

/// A `command` alone is in every second YAML file; with one of these beside it, it is a job or a component.
fn is_command(root: Node<'_>) -> bool {
    ["environment", "compute", "experiment_name", "distribution", "code"].iter().any(|key| root.get(key).is_some())
}
