//! Detects the kind of a file without `$schema` by its name, its `type`, and keys that occur only
//! in Azure ML files.

use super::connection::{is_connection, is_prompt_flow_connection};
use super::declared_inputs::declares_inputs;
use super::feature_set::is_feature_set_spec;
use super::key_evidence::{has_any, has_key_like, has_only_like};
use super::refine::{Loader, connection_kind, job_kind, kind_read_by};
use crate::document::conda::requirement::{Installer, ListedPackage, read_requirement};
use crate::document::{Kind, KindFamily};
use crate::similar::closest;
use crate::syntax::{Node, NodeKind};

/// Returns the kind whose files always have the name `file`, given in lower case.
pub(super) fn kind_by_file_name(file: &str) -> Option<Kind> {
    match file {
        "featuresetspec.yaml" | "featuresetspec.yml" => Some(Kind::FeatureSetSpec),
        "flow.dag.yaml" | "flow.dag.yml" | "flow.flex.yaml" | "flow.flex.yml" => {
            Some(Kind::FlowDag)
        }
        "mltable" => Some(Kind::Mltable),
        "python_env.yaml" => Some(Kind::PythonEnv),
        _ => None,
    }
}

/// Returns the kind that `type` names, if other keys show that the file is Azure ML's.
pub(super) fn kind_by_type(root: Node<'_>) -> Option<Kind> {
    let kind = root.get("type").and_then(Node::text)?;
    let has = |key: &str| root.get(key).is_some();
    match kind {
        "sweep" if has_any(root, &["trial", "search_space", "objective"]) => Some(Kind::JobSweep),
        "finetuning" | "automl" => job_kind(root),
        "import" if has("source") && has("output") => Some(Kind::JobImport),
        "distillation" if has_any(root, DISTILLATION_KEYS) => job_kind(root),
        "pipeline" if has("jobs") => {
            let is_component = !has("experiment_name")
                && (has("version")
                    || declares_inputs(root) && !has_any(root, &["compute", "settings"]));
            Some(if is_component {
                Kind::ComponentPipeline
            } else {
                Kind::JobPipeline
            })
        }
        // The client has no such type for jobs, but people write it.
        "parallel" if has("task") && has("compute") && !has("version") => Some(Kind::JobParallel),
        "parallel" if has("task") && declares_inputs(root) => Some(Kind::ComponentParallel),
        "spark" if has("entry") => {
            let is_declared = has("version") || declares_inputs(root);
            let is_job = !is_declared || has_any(root, &["resources", "compute"]);
            Some(if is_job {
                Kind::JobSpark
            } else {
                Kind::ComponentSpark
            })
        }
        "azure_blob"
        | "azure_file"
        | "azure_data_lake_gen1"
        | "azure_data_lake_gen2"
        | "one_lake"
            if has_any(root, STORE_KEYS) =>
        {
            kind_read_by(Loader::Datastore, root)
        }
        _ => match Kind::of_type(KindFamily::Compute, &kind.to_ascii_lowercase(), None) {
            Some(compute) => is_compute(root, compute).then_some(compute),
            None if is_prompt_flow_connection(root) => Some(Kind::FlowConnection),
            None => is_connection(root, kind).then(|| connection_kind(kind)),
        },
    }
}

/// Keys that only a distillation job has.
const DISTILLATION_KEYS: &[&str] = &[
    "teacher_model_endpoint_connection",
    "student_model",
    "experiment_name",
];

/// Keys by which a datastore names its storage.
const STORE_KEYS: &[&str] = &[
    "account_name",
    "store_name",
    "one_lake_workspace_name",
    "artifact",
    "filesystem",
];

/// Returns `true` if other keys confirm a compute: `type: kubernetes` alone is too common.
fn is_compute(root: Node<'_>, compute: Kind) -> bool {
    let is_attached =
        compute != Kind::ComputeKubernetes || has_any(root, &["resource_id", "namespace"]);
    is_attached && root.get("endpoint_name").is_none()
}

/// Returns the kind whose keys occur in no other YAML.
pub(super) fn kind_by_keys(root: Node<'_>) -> Option<Kind> {
    let has = |key: &str| root.get(key).is_some();
    let kind = root.get("type").and_then(Node::text);
    if kind.is_none() && has_steps(root) {
        return Some(Kind::JobPipeline);
    }
    if has("create_monitor") || has("trigger") && has_any(root, &["import_data", "create_job"]) {
        return kind_read_by(Loader::Schedule, root);
    }
    if matches!(kind, None | Some("command")) && is_command(root) {
        let is_declared = has_any(root, &["version", "is_deterministic"]) || declares_inputs(root);
        let is_component = is_declared && !has_any(root, &["compute", "experiment_name"]);
        return Some(if is_component {
            Kind::ComponentCommand
        } else {
            Kind::JobCommand
        });
    }
    if has_key_like(root, |key| closest(key, ["replication_locations"])) {
        return Some(Kind::Registry);
    }
    if has("managed_network") && has_only(root, WORKSPACE_KEYS) {
        return kind_read_by(Loader::Workspace, root);
    }
    if is_conda_file(root) {
        return Some(Kind::CondaFile);
    }
    if let Some(loader) = deployment_loader(root, kind) {
        return kind_read_by(loader, root);
    }
    if is_endpoint(root) {
        return kind_read_by(Loader::OnlineEndpoint, root);
    }
    if is_serverless_endpoint(root) {
        return Some(Kind::ServerlessEndpoint);
    }
    if is_preview_data(root) {
        return Some(Kind::Data);
    }
    if is_feature_set_spec(root) {
        return Some(Kind::FeatureSetSpec);
    }
    if root.get("flow").and_then(Node::text).is_some() && has("column_mapping") {
        return Some(Kind::FlowRun);
    }
    if is_environment(root) {
        return Some(Kind::Environment);
    }
    (has("inputs") && has_flow_nodes(root)).then_some(Kind::FlowDag)
}

/// Returns `true` if the document has the steps of a pipeline: components, or commands in an
/// environment of the workspace.
fn has_steps(root: Node<'_>) -> bool {
    let is_step = |step: Node<'_>| {
        let text = |key: &str| step.get(key).and_then(Node::text);
        let is_ours = |text: &str| text.starts_with("azureml:") || text.contains("${{parent.");
        let runs = |text: &str| is_ours(text) || text.starts_with("file:") || text.starts_with('.');
        let component = text("component").is_some_and(runs);
        component || text("command").is_some() && text("environment").is_some_and(is_ours)
    };
    let jobs = root.get("jobs").into_iter().flat_map(Node::entries);
    jobs.map(|entry| entry.value).any(is_step)
}

/// Allowed keys of a workspace with a managed network that is recognized without its schema.
const WORKSPACE_KEYS: &[&str] = &[
    "name",
    "managed_network",
    "public_network_access",
    "location",
    "kind",
    "resource_group",
];

/// Returns the loader of deployments for the document, if it has the keys of one.
fn deployment_loader(root: Node<'_>, kind: Option<&str>) -> Option<Loader> {
    let has = |key: &str| root.get(key).is_some();
    if has("endpoint_name") {
        if has_any(root, &["instance_type", "scale_settings"])
            || matches!(kind, Some("managed" | "kubernetes"))
        {
            return Some(Loader::OnlineDeployment);
        }
        if has_any(root, &["compute", "component"]) || matches!(kind, Some("model" | "pipeline")) {
            return Some(Loader::BatchDeployment);
        }
    }
    if !has("code_configuration") {
        return None;
    }
    if has_any(root, &["mini_batch_size", "output_action"]) {
        return Some(Loader::BatchDeployment);
    }
    has_any(root, &["instance_type", "instance_count"]).then_some(Loader::OnlineDeployment)
}

/// Returns `true` for data as in the preview of CLI v2: a datastore, and a path in it.
fn is_preview_data(root: Node<'_>) -> bool {
    let datastore = root.get("datastore").and_then(Node::text);
    datastore.is_some_and(|text| text.starts_with("azureml:"))
        && root.get("name").is_some()
        && has_any(root, &["directory", "file", "path"])
}

/// Returns `true` for a named model of the catalog, a serverless endpoint; one key may be misspelled.
fn is_serverless_endpoint(root: Node<'_>) -> bool {
    const KEYS: [&str; 6] = [
        "name",
        "model_id",
        "auth_mode",
        "tags",
        "properties",
        "description",
    ];
    let mut entries = root.entries().filter(|entry| {
        let key = entry.key.text();
        key.and_then(|key| closest(key, ["model_id"])).is_some()
    });
    let model = entries.next().and_then(|entry| entry.value.text());
    model.is_some_and(|model| model.contains("azureml:"))
        && has_key_like(root, |key| closest(key, ["name"]))
        && has_only_like(root, &KEYS)
}

fn has_only(root: Node<'_>, keys: &[&str]) -> bool {
    root.entries()
        .all(|entry| entry.key.text().is_some_and(|key| keys.contains(&key)))
}

/// Returns `true` for a job or component with a `command`. The key is too common in other YAML
/// files, so one of these others is required.
fn is_command(root: Node<'_>) -> bool {
    let misspelled = |key: &str| closest(key, ["command"]).is_some();
    let command = root.get("command").or_else(|| {
        let mut entries = root.entries();
        let entry = entries.find(|entry| entry.key.text().is_some_and(misspelled))?;
        Some(entry.value)
    });
    let environment = root.get("environment");
    let ours = environment
        .and_then(Node::text)
        .is_some_and(|text| text.starts_with("azureml:"));
    let is_text = command
        .is_some_and(|command| ours || (command.text().is_some() && root.get("command").is_some()));
    // Services in Compose files have a command and an environment too.
    let foreign = has_any(root, COMPOSE_KEYS)
        || environment.is_some_and(|environment| environment.items().next().is_some());
    let beside = ["compute", "experiment_name", "distribution", "code"];
    is_text && !foreign && (environment.is_some() || has_any(root, &beside))
}

/// Keys that other tools write beside a `command`.
const COMPOSE_KEYS: &[&str] = &[
    "image",
    "ports",
    "volumes",
    "restart",
    "depends_on",
    "entrypoint",
    "steps",
    "script",
];

/// Returns `true` for an endpoint: only there `auth_mode` has these values.
fn is_endpoint(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    let ways = ["key", "aml_token", "aad_token"];
    let misspelled = |key: &str| closest(key, ["auth_mode"]).is_some();
    let shown = root
        .entries()
        .filter(|entry| entry.key.text().is_some_and(misspelled))
        .find_map(|it| it.value.text());
    let proved = shown.is_some_and(|way| ways.contains(&way.to_ascii_lowercase().as_str()));
    has("auth_mode") && (has("name") || proved && (has("traffic") || has("tags")))
        || proved && has("name")
}

/// Returns `true` for an environment; a name and a picture in `image` are not enough.
fn is_environment(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    let mut others = root.entries().filter(|entry| {
        let key = entry.key.text();
        key.is_none_or(|key| !ENVIRONMENT_KEYS.contains(&key))
    });
    let (first, more) = (others.next(), others.next().is_some());
    let image = root.get("image").and_then(Node::text);
    let has_source =
        image.is_some_and(is_container_image) || root.get_path(&["build", "path"]).is_some();
    // One additional key is a mistake if the others leave no doubt.
    let certain =
        has_any(root, &["conda_file", "inference_config"]) || has("version") && has("build");
    if !has("name") {
        return has_source && certain && !more;
    }
    let Some(first) = first else {
        return has_source || has("conda_file");
    };
    let misspelled = |key: &str| closest(key, ENVIRONMENT_KEYS.iter().copied()).is_some();
    certain && !more && (has_source || first.key.text().is_some_and(misspelled))
}

const ENVIRONMENT_KEYS: [&str; 9] = [
    "name",
    "version",
    "image",
    "build",
    "conda_file",
    "description",
    "tags",
    "os_type",
    "inference_config",
];

/// Returns `true` if `image` names a container image, not a picture.
fn is_container_image(image: &str) -> bool {
    let pictures = [".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp"];
    !pictures.iter().any(|end| image.ends_with(end)) && image.contains(['/', ':'])
}

/// Returns `true` for a list of packages with channels, or with `python` or `pip` among them. Helm
/// and Ansible also have lists of that name.
fn is_conda_file(root: Node<'_>) -> bool {
    let Some(dependencies) = root.get("dependencies") else {
        return false;
    };
    let is_pip_section = |item: Node<'_>| item.get("pip").is_some();
    let is_packages = dependencies.is_null()
        || dependencies.kind() == NodeKind::Sequence
            && dependencies
                .items()
                .all(|item| item.entries().nth(1).is_none());
    let is_known = |item: Node<'_>| {
        let ListedPackage::Package(package) =
            read_requirement(item.text().unwrap_or_default(), Installer::Conda)
        else {
            return false;
        };
        package.is("python") || package.is("pip")
    };
    let mut items = dependencies.items();
    let is_conda =
        root.get("channels").is_some() || items.any(|item| is_pip_section(item) || is_known(item));
    let is_other = |key: Node<'_>| key.text().is_none_or(|key| !CONDA_KEYS.contains(&key));
    let mut others = root.entries().filter(|entry| is_other(entry.key));
    // One key may be misspelled or incomplete.
    is_packages && is_conda && others.nth(1).is_none()
}

const CONDA_KEYS: [&str; 6] = [
    "name",
    "channels",
    "dependencies",
    "prefix",
    "variables",
    "category",
];

fn has_flow_nodes(root: Node<'_>) -> bool {
    let node = root.get("nodes").and_then(|nodes| nodes.items().next());
    node.is_some_and(|node| {
        node.get("name").is_some() && (node.get("type").is_some() || node.get("source").is_some())
    })
}
