//! Determines the kind within a family by the discriminator that the client's loader reads.

use crate::document::{Kind, KindFamily};
use crate::syntax::Node;

/// Loaders of the client, each of which reads the files of one command and determines their kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loader {
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
    /// A loader that reads a single kind.
    Of(Kind),
}

/// Returns the kind as which `loader` reads the document with `root`; `None` if it rejects the
/// discriminator.
pub(super) fn kind_read_by(loader: Loader, root: Node<'_>) -> Option<Kind> {
    let text = |key: &str| root.get(key).and_then(Node::text);
    let has = |key: &str| root.get(key).is_some();
    match loader {
        Loader::Of(kind) => Some(kind),
        Loader::Job => job_kind(root),
        Loader::Component => component_kind(root),
        Loader::Compute => Kind::of_type(
            KindFamily::Compute,
            &text("type")?.to_ascii_lowercase(),
            None,
        ),
        Loader::OnlineEndpoint if root.get("compute").is_some_and(|node| !node.is_null()) => {
            Some(Kind::EndpointKubernetesOnline)
        }
        Loader::OnlineEndpoint => Some(Kind::EndpointManagedOnline),
        Loader::OnlineDeployment
            if text("type") == Some("kubernetes") || only_lacks_kubernetes(root) =>
        {
            Some(Kind::DeploymentKubernetesOnline)
        }
        Loader::OnlineDeployment => Some(Kind::DeploymentManagedOnline),
        Loader::BatchDeployment => Some(match text("type") {
            Some("model") => Kind::DeploymentBatchModel,
            Some("pipeline") => Kind::DeploymentBatchPipeline,
            _ => Kind::DeploymentBatch,
        }),
        Loader::Schedule if has("create_monitor") => Some(Kind::ScheduleMonitor),
        Loader::Schedule if has("import_data") => Some(Kind::ScheduleDataImport),
        Loader::Schedule => Some(Kind::ScheduleJob),
        Loader::Data if has("source") => Some(Kind::DataImport),
        Loader::Data => Some(Kind::Data),
        Loader::Datastore => Kind::of_type(KindFamily::Datastore, text("type")?, None),
        Loader::Workspace => Some(match text("kind").map(str::to_ascii_lowercase).as_deref() {
            Some("hub") => Kind::WorkspaceHub,
            Some("project") => Kind::WorkspaceProject,
            _ => Kind::Workspace,
        }),
        Loader::Connection => Some(connection_kind(text("type").unwrap_or_default())),
    }
}

/// Returns `true` for a deployment with the `$schema` of Kubernetes and without `type`. The client reads it as a
/// managed one, which it refuses without `instance_type`, and with `resources`.
fn only_lacks_kubernetes(root: Node<'_>) -> bool {
    let schema = root.get("$schema").and_then(Node::text);
    schema.is_some_and(|schema| schema.contains("/kubernetesOnlineDeployment."))
        && root.get("type").is_none()
        && (root.get("instance_type").is_none() || root.get("resources").is_some())
}

fn component_kind(root: Node<'_>) -> Option<Kind> {
    let text = |key: &str| root.get(key).and_then(Node::text);
    // A label (`command@default`) is cut off; letter case is ignored for components.
    let written = text("type").unwrap_or("command");
    let name = written.split('@').next().unwrap_or_default();
    let name = name.to_ascii_lowercase();
    let detail = (name == "data_transfer").then(|| text("task").unwrap_or_default());
    Kind::of_type(KindFamily::Component, &name, detail)
}

/// Returns the kind of a job; if the client rejects the task or provider, the likeliest kind of its
/// type.
pub(super) fn job_kind(root: Node<'_>) -> Option<Kind> {
    let text = |key: &str| root.get(key).and_then(Node::text).unwrap_or_default();
    let name = root.get("type").and_then(Node::text).unwrap_or("command");
    let detail = match name {
        "automl" | "data_transfer" => Some(text("task")),
        "finetuning" => Some(text("model_provider")),
        _ => None,
    };
    Kind::of_type(KindFamily::Job, name, detail).or(match root.get("type").and_then(Node::text) {
        // The client rejects the task or provider, which a rule reports.
        Some("automl") => Some(Kind::JobAutomlClassification),
        Some("finetuning") => Some(Kind::JobFinetuningCustom),
        _ => None,
    })
}

/// Normalizes a connection's type, which the client accepts in snake and in Pascal case.
pub(super) fn without_separators(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .collect::<String>()
        .to_ascii_lowercase()
}

/// Returns the kind of a connection whose `type` is `kind`.
pub(super) fn connection_kind(kind: &str) -> Kind {
    match without_separators(kind).as_str() {
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
