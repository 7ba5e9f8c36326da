//! What a file without `$schema` is: told by its name, its `type`, and the keys that no other kind of YAML has.

use super::classify::{Family, connection, refine, refine_job, squash};
use super::{Kind, KindFamily};
use crate::similar::closest;
use crate::syntax::Node;

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
pub(super) fn is_foreign(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    let only = |keys: &[&str]| {
        root.entries()
            .all(|entry| entry.key.text().is_some_and(|key| keys.contains(&key)))
    };
    let kubernetes = has("apiVersion") && has("kind");
    let compose = has("services")
        && root.get("services").is_some_and(|services| {
            services.entries().any(|entry| {
                entry.value.get("image").is_some() || entry.value.get("build").is_some()
            })
        });
    let workflow = has("jobs") && (has("on") || has("runs-on")) && !has("type");
    let azure_pipelines = has("steps") && (has("trigger") || has("pool")) || has("stages");
    let conda = has("dependencies")
        && only(&[
            "name",
            "channels",
            "dependencies",
            "prefix",
            "variables",
            "python",
            "build_dependencies",
        ]);
    let swagger = has("openapi") || has("swagger");
    kubernetes || compose || workflow || azure_pipelines || conda || swagger
}

pub(super) fn by_file_name(file: &str) -> Option<Kind> {
    match file {
        "featuresetspec.yaml" | "featuresetspec.yml" => Some(Kind::FeatureSetSpec),
        "flow.dag.yaml" | "flow.dag.yml" => Some(Kind::FlowDag),
        _ => None,
    }
}

pub(super) fn by_type(root: Node<'_>) -> Option<Kind> {
    let kind = root.get("type").and_then(Node::text)?;
    let has = |key: &str| root.get(key).is_some();
    let any = |keys: &[&str]| keys.iter().any(|key| has(key));
    match kind {
        "sweep" if any(&["trial", "search_space", "objective"]) => return Some(Kind::JobSweep),
        "finetuning" | "automl" => return refine_job(root),
        "distillation"
            if any(&[
                "teacher_model_endpoint_connection",
                "student_model",
                "experiment_name",
            ]) =>
        {
            return refine_job(root);
        }
        "pipeline" if has("jobs") => {
            let component = has("version") && !has("experiment_name");
            return Some(if component {
                Kind::ComponentPipeline
            } else {
                Kind::JobPipeline
            });
        }
        // It is none that the client takes, but one that people write.
        "parallel" if has("task") && has("compute") && !has("version") => {
            return Some(Kind::JobParallel);
        }
        "spark" if has("entry") => {
            let job = !has("version") || any(&["resources", "compute"]);
            return Some(if job {
                Kind::JobSpark
            } else {
                Kind::ComponentSpark
            });
        }
        "azure_blob"
        | "azure_file"
        | "azure_data_lake_gen1"
        | "azure_data_lake_gen2"
        | "one_lake"
            if any(&[
                "account_name",
                "store_name",
                "one_lake_workspace_name",
                "artifact",
                "filesystem",
            ]) =>
        {
            return refine(Family::Datastore, root);
        }
        _ => {}
    }
    let lower = kind.to_ascii_lowercase();
    if let Some(compute) = Kind::of_type(KindFamily::Compute, &lower, None) {
        // `type: kubernetes` is also a deployment, and a word of many other tools.
        let attached = compute != Kind::ComputeKubernetes || any(&["resource_id", "namespace"]);
        return (attached && !has("endpoint_name")).then_some(compute);
    }
    let of_its_own = connection(kind) != Kind::ConnectionGeneric;
    let known = of_its_own || GENERIC_CONNECTIONS.contains(&squash(kind).as_str());
    let access = ["target", "credentials", "api_key"];
    let misspelt = root.entries().any(|entry| {
        entry
            .key
            .text()
            .is_some_and(|key| closest(key, access).is_some())
    });
    let place = of_its_own
        && any(&[
            "endpoint",
            "azure_endpoint",
            "api_base",
            "one_lake_workspace_name",
        ]);
    let reached = any(&access) || misspelt || place;
    let described = has("target") && has("credentials") || place && any(&access);
    (known && (has("name") && reached || described)).then(|| connection(kind))
}

pub(super) fn by_keys(root: Node<'_>) -> Option<Kind> {
    let has = |key: &str| root.get(key).is_some();
    let only = |keys: &[&str]| {
        root.entries()
            .all(|entry| entry.key.text().is_some_and(|key| keys.contains(&key)))
    };
    let kind = root.get("type").and_then(Node::text);
    if has("create_monitor") || has("trigger") && (has("import_data") || has("create_job")) {
        return refine(Family::Schedule, root);
    }
    if matches!(kind, None | Some("command")) && is_command(root) {
        let component = (has("version") || has("is_deterministic")) && !has("compute");
        return Some(if component {
            Kind::ComponentCommand
        } else {
            Kind::JobCommand
        });
    }
    let replicated = |key: &str| closest(key, ["replication_locations"]).is_some();
    if root
        .entries()
        .any(|entry| entry.key.text().is_some_and(replicated))
    {
        return Some(Kind::Registry);
    }
    let network = [
        "name",
        "managed_network",
        "public_network_access",
        "location",
        "kind",
        "resource_group",
    ];
    if has("managed_network") && only(&network) {
        return refine(Family::Workspace, root);
    }
    if has("endpoint_name") {
        if has("instance_type")
            || has("scale_settings")
            || matches!(kind, Some("managed" | "kubernetes"))
        {
            return refine(Family::OnlineDeployment, root);
        }
        if has("compute") || has("component") || matches!(kind, Some("model" | "pipeline")) {
            return refine(Family::BatchDeployment, root);
        }
    }
    if let Some(batch) =
        has("code_configuration").then(|| has("mini_batch_size") || has("output_action"))
    {
        let online = has("instance_type") || has("instance_count");
        if batch || online {
            return refine(
                if batch {
                    Family::BatchDeployment
                } else {
                    Family::OnlineDeployment
                },
                root,
            );
        }
    }
    if is_endpoint(root) {
        return refine(Family::OnlineEndpoint, root);
    }
    let model = root.get("model_id").and_then(Node::text);
    if model.is_some_and(|model| model.contains("azureml:"))
        && has("name")
        && only(&["name", "model_id"])
    {
        return Some(Kind::ServerlessEndpoint);
    }
    if is_environment(root) {
        return Some(Kind::Environment);
    }
    (has("inputs") && has_flow_nodes(root)).then_some(Kind::FlowDag)
}

/// A `command` alone is in every second YAML file; with one of these beside it, it is a job or a component.
fn is_command(root: Node<'_>) -> bool {
    let any = |keys: &[&str]| keys.iter().any(|key| root.get(key).is_some());
    let misspelt = |key: &str| closest(key, ["command"]).is_some();
    let command = root.get("command").or_else(|| {
        root.entries()
            .find(|entry| entry.key.text().is_some_and(misspelt))
            .map(|entry| entry.value)
    });
    let environment = root.get("environment");
    let ours = environment
        .and_then(Node::text)
        .is_some_and(|text| text.starts_with("azureml:"));
    let is_text = command
        .is_some_and(|command| ours || (command.text().is_some() && root.get("command").is_some()));
    // A service of a compose file has a command and an environment too.
    let foreign = any(&[
        "image",
        "ports",
        "volumes",
        "restart",
        "depends_on",
        "entrypoint",
        "steps",
        "script",
    ]) || environment.is_some_and(|environment| environment.items().next().is_some());
    is_text
        && !foreign
        && (environment.is_some() || any(&["compute", "experiment_name", "distribution", "code"]))
}

/// How callers prove who they are is written so in no other YAML.
fn is_endpoint(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    let ways = ["key", "aml_token", "aad_token"];
    let misspelt = |key: &str| closest(key, ["auth_mode"]).is_some();
    let shown = root
        .entries()
        .filter(|entry| entry.key.text().is_some_and(misspelt))
        .find_map(|it| it.value.text());
    let proved = shown.is_some_and(|way| ways.contains(&way.to_ascii_lowercase().as_str()));
    has("auth_mode") && (has("name") || proved && (has("traffic") || has("tags")))
        || proved && has("name")
}

/// A name and a picture are not an environment.
fn is_environment(root: Node<'_>) -> bool {
    let keys = [
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
    let has = |key: &str| root.get(key).is_some();
    let mut others = root
        .entries()
        .filter(|entry| entry.key.text().is_none_or(|key| !keys.contains(&key)));
    let (first, more) = (others.next(), others.next().is_some());
    let image = root.get("image").and_then(Node::text).is_some_and(|image| {
        let picture = [".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp"]
            .iter()
            .any(|end| image.ends_with(end));
        !picture && image.contains(['/', ':'])
    });
    let source = image || root.get_path(&["build", "path"]).is_some();
    // One key too many is a mistake where the others leave no doubt.
    let certain = has("conda_file") || has("inference_config") || has("version") && has("build");
    let misspelt = first
        .and_then(|entry| entry.key.text())
        .is_some_and(|key| closest(key, keys).is_some());
    if !has("name") {
        return source && certain && !more;
    }
    if first.is_none() {
        source || has("conda_file")
    } else {
        certain && !more && (source || misspelt)
    }
}

fn has_flow_nodes(root: Node<'_>) -> bool {
    let node = root.get("nodes").and_then(|nodes| nodes.items().next());
    node.is_some_and(|node| {
        node.get("name").is_some() && (node.get("type").is_some() || node.get("source").is_some())
    })
}
