//! Keys that are right somewhere else, and the names under which people look for keys.

use crate::schema::table::{TypeDef, types};
use crate::syntax::Node;

/// A key that belongs to another kind or place.
pub(super) struct Elsewhere {
    key: &'static str,
    /// Types in which it is written by mistake.
    here: &'static [&'static str],
    /// Where it belongs, completing "belongs ...".
    pub(super) belongs: &'static str,
    /// What to do.
    pub(super) help: &'static str,
}

const JOBS: &[&str] = &[
    "CommandJob",
    "SweepJob",
    "PipelineCommandJob",
    "SparkJob",
    "Command",
    "Sweep",
];
const COMMAND: &[&str] = &[
    "CommandJob",
    "PipelineCommandJob",
    "Command",
    "SweepJob",
    "Sweep",
    "ParameterizedCommand",
];
const ONLINE: &[&str] = &["ManagedOnlineEndpoint", "KubernetesOnlineEndpoint"];
const MANAGED: &[&str] = &["ManagedOnlineDeployment"];

const TABLE: &[Elsewhere] = &[
    Elsewhere {
        key: "idle_time_before_scale_down",
        here: &["ComputeInstance"],
        belongs: "in a compute cluster",
        help: "write `idle_time_before_shutdown_minutes`, in minutes",
    },
    Elsewhere {
        key: "idle_time_before_shutdown_minutes",
        here: &["AmlCompute"],
        belongs: "in a compute instance",
        help: "write `idle_time_before_scale_down`, in seconds",
    },
    Elsewhere {
        key: "idle_time_before_shutdown",
        here: &["AmlCompute"],
        belongs: "in a compute instance",
        help: "write `idle_time_before_scale_down`, in seconds",
    },
    Elsewhere {
        key: "min_instances",
        here: &["ComputeInstance"],
        belongs: "in a compute cluster",
        help: "remove it: an instance has one node",
    },
    Elsewhere {
        key: "max_instances",
        here: &["ComputeInstance"],
        belongs: "in a compute cluster",
        help: "remove it: an instance has one node",
    },
    Elsewhere {
        key: "tier",
        here: &["ComputeInstance"],
        belongs: "in a compute cluster",
        help: "remove it: an instance is always dedicated",
    },
    Elsewhere {
        key: "compute",
        here: MANAGED,
        belongs: "in a Kubernetes endpoint",
        help: "remove it: `instance_type` chooses the machines",
    },
    Elsewhere {
        key: "traffic",
        here: &["BatchEndpoint"],
        belongs: "in an online endpoint",
        help: "write `defaults: {deployment_name: NAME}`",
    },
    Elsewhere {
        key: "instance_type",
        here: ONLINE,
        belongs: "in a deployment",
        help: "move it to the deployment's file",
    },
    Elsewhere {
        key: "instance_count",
        here: ONLINE,
        belongs: "in a deployment",
        help: "move it to the deployment's file",
    },
    Elsewhere {
        key: "model",
        here: ONLINE,
        belongs: "in a deployment",
        help: "move it to the deployment's file",
    },
    Elsewhere {
        key: "resources",
        here: MANAGED,
        belongs: "in a Kubernetes deployment",
        help: "remove it: `instance_type` sets CPU and memory",
    },
    Elsewhere {
        key: "instance_count",
        here: JOBS,
        belongs: "under `resources`",
        help: "write `resources: {instance_count: N}`",
    },
    Elsewhere {
        key: "instance_type",
        here: JOBS,
        belongs: "under `resources`",
        help: "write `resources: {instance_type: SIZE}`",
    },
    Elsewhere {
        key: "shm_size",
        here: COMMAND,
        belongs: "under `resources`",
        help: "write `resources: {shm_size: 2g}`",
    },
    Elsewhere {
        key: "docker_args",
        here: COMMAND,
        belongs: "under `resources`",
        help: "write `resources: {docker_args: ...}`",
    },
    Elsewhere {
        key: "timeout",
        here: COMMAND,
        belongs: "under `limits`",
        help: "write `limits: {timeout: SECONDS}`",
    },
    Elsewhere {
        key: "max_total_trials",
        here: &["SweepJob", "Sweep"],
        belongs: "under `limits`",
        help: "write `limits: {max_total_trials: N}`",
    },
    Elsewhere {
        key: "max_concurrent_trials",
        here: &["SweepJob", "Sweep"],
        belongs: "under `limits`",
        help: "write `limits: {max_concurrent_trials: N}`",
    },
    Elsewhere {
        key: "max_trials",
        here: &["SweepJob", "Sweep"],
        belongs: "under `limits`",
        help: "write `limits: {max_total_trials: N}`",
    },
    Elsewhere {
        key: "default_compute",
        here: &["PipelineJob"],
        belongs: "under `settings`",
        help: "write `settings: {default_compute: azureml:NAME}`",
    },
    Elsewhere {
        key: "default_datastore",
        here: &["PipelineJob"],
        belongs: "under `settings`",
        help: "write `settings: {default_datastore: azureml:NAME}`",
    },
    Elsewhere {
        key: "continue_on_step_failure",
        here: &["PipelineJob"],
        belongs: "under `settings`",
        help: "write `settings: {continue_on_step_failure: false}`",
    },
    Elsewhere {
        key: "force_rerun",
        here: &["PipelineJob"],
        belongs: "under `settings`",
        help: "write `settings: {force_rerun: true}`",
    },
    Elsewhere {
        key: "trial_timeout_minutes",
        here: &["ImageLimits"],
        belongs: "in AutoML for tables and text",
        help: "write `timeout_minutes` for the whole job",
    },
    Elsewhere {
        key: "timeout",
        here: &["AutoMLTableLimits", "ImageLimits", "NlpLimits"],
        belongs: "in command and sweep jobs",
        help: "write `timeout_minutes`, in minutes",
    },
];

/// Where the key `at` of a mapping of type `owner` belongs.
pub(super) fn find(owner: &TypeDef, at: Node<'_>) -> Option<&'static Elsewhere> {
    let text = at.text()?;
    TABLE
        .iter()
        .find(|entry| entry.key == text && entry.here.contains(&owner.name))
}

/// Names of other tools and of habit, with the key that is meant; it counts only where that key exists.
const ALIASES: &[(&str, &str)] = &[
    ("vm_size", "size"),
    ("vmSize", "size"),
    ("min_nodes", "min_instances"),
    ("max_nodes", "max_instances"),
    ("minInstances", "min_instances"),
    ("maxInstances", "max_instances"),
    ("node_count", "instance_count"),
    ("compute_target", "compute"),
    ("target", "compute"),
    ("steps", "jobs"),
    ("nodes", "jobs"),
    ("env", "environment"),
    ("env_vars", "environment_variables"),
    ("environmentVariables", "environment_variables"),
    ("script", "command"),
    ("arguments", "command"),
    ("entry_script", "scoring_script"),
    ("source_directory", "code"),
    ("src", "code"),
    ("max_trials", "max_total_trials"),
    ("docker_image", "image"),
    ("base_image", "image"),
    ("conda", "conda_file"),
    ("conda_dependencies", "conda_file"),
    ("experiment", "experiment_name"),
    ("hyperparameters", "search_space"),
    ("parameters", "inputs"),
    ("vm_priority", "tier"),
];

/// The key of `owner` that the name `text` stands for.
pub(super) fn alias(owner: &'static TypeDef, text: &str) -> Option<&'static str> {
    let meant = ALIASES
        .iter()
        .filter(|(name, _)| *name == text)
        .map(|(_, key)| *key);
    meant
        .into_iter()
        .find(|key| owner.field(key).is_some_and(|field| !field.private))
}

/// Whether the key `at` belongs under `settings` of a batch deployment, or is `settings` without the `type` that takes it.
pub(super) fn is_batch_setting(owner: &TypeDef, at: Node<'_>) -> bool {
    let text = at.text().unwrap_or_default();
    match owner.name {
        "BatchDeployment" => text == "settings",
        "ModelBatchDeployment" => {
            batch_settings().is_some_and(|settings| settings.field(text).is_some())
        }
        _ => false,
    }
}

fn batch_settings() -> Option<&'static TypeDef> {
    types()
        .iter()
        .copied()
        .find(|def| def.name == "ModelBatchDeploymentSettings")
}
