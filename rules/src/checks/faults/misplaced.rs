//! Keys that are valid in another kind of document or in another place of this one.

use crate::schema::table::{TypeDef, types};
use crate::syntax::Node;

/// A key that belongs to another kind or place.
pub(crate) struct MisplacedKey {
    key: &'static str,
    /// Types in which it appears by mistake.
    written_in: &'static [&'static str],
    /// The right place, as the end of "belongs ...".
    pub(crate) belongs: &'static str,
    /// The help of the finding.
    pub(crate) help: &'static str,
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
/// Jobs that have their number of nodes in `resources`.
const NODES: &[&str] = &[
    "CommandJob",
    "SweepJob",
    "PipelineCommandJob",
    "Command",
    "Sweep",
];
const ONLINE: &[&str] = &["ManagedOnlineEndpoint", "KubernetesOnlineEndpoint"];
const MANAGED: &[&str] = &["ManagedOnlineDeployment"];

const SWEEPS: &[&str] = &["SweepJob", "Sweep"];

const TABLE: &[MisplacedKey] = &[
    MisplacedKey {
        key: "seed",
        written_in: SWEEPS,
        belongs: "in `sampling_algorithm`",
        help: "write `sampling_algorithm` as a mapping, for example `{type: random, seed: 3}`",
    },
    MisplacedKey {
        key: "rule",
        written_in: SWEEPS,
        belongs: "in `sampling_algorithm`",
        help: "write `sampling_algorithm` as a mapping, for example `{type: random, rule: sobol}`",
    },
    MisplacedKey {
        key: "logbase",
        written_in: SWEEPS,
        belongs: "in `sampling_algorithm`",
        help: "write `sampling_algorithm` as a mapping, for example `{type: random, logbase: 10}`",
    },
    MisplacedKey {
        key: "idle_time_before_scale_down",
        written_in: &["ComputeInstance"],
        belongs: "in a compute cluster",
        help: "use `idle_time_before_shutdown_minutes`, in minutes",
    },
    MisplacedKey {
        key: "idle_time_before_shutdown_minutes",
        written_in: &["AmlCompute"],
        belongs: "in a compute instance",
        help: "use `idle_time_before_scale_down`, in seconds",
    },
    MisplacedKey {
        key: "idle_time_before_shutdown",
        written_in: &["AmlCompute"],
        belongs: "in a compute instance",
        help: "use `idle_time_before_scale_down`, in seconds",
    },
    MisplacedKey {
        key: "min_instances",
        written_in: &["ComputeInstance"],
        belongs: "in a compute cluster",
        help: "remove it; a compute instance always has exactly one node",
    },
    MisplacedKey {
        key: "max_instances",
        written_in: &["ComputeInstance"],
        belongs: "in a compute cluster",
        help: "remove it; a compute instance always has exactly one node",
    },
    MisplacedKey {
        key: "compute",
        written_in: MANAGED,
        belongs: "in a Kubernetes endpoint",
        help: "remove it; `instance_type` selects the machines",
    },
    MisplacedKey {
        key: "traffic",
        written_in: &["BatchEndpoint"],
        belongs: "in an online endpoint",
        help: "use `defaults: {deployment_name: NAME}`",
    },
    MisplacedKey {
        key: "instance_type",
        written_in: ONLINE,
        belongs: "in a deployment",
        help: "move it to the file of the deployment",
    },
    MisplacedKey {
        key: "instance_count",
        written_in: ONLINE,
        belongs: "in a deployment",
        help: "move it to the file of the deployment",
    },
    MisplacedKey {
        key: "model",
        written_in: ONLINE,
        belongs: "in a deployment",
        help: "move it to the file of the deployment",
    },
    MisplacedKey {
        key: "resources",
        written_in: MANAGED,
        belongs: "in a Kubernetes deployment",
        help: "remove it; `instance_type` sets CPU and memory",
    },
    MisplacedKey {
        key: "instance_count",
        written_in: NODES,
        belongs: "under `resources`",
        help: "use `resources: {instance_count: N}`",
    },
    MisplacedKey {
        key: "instance_type",
        written_in: JOBS,
        belongs: "under `resources`",
        help: "use `resources: {instance_type: SIZE}`",
    },
    MisplacedKey {
        key: "shm_size",
        written_in: COMMAND,
        belongs: "under `resources`",
        help: "use `resources: {shm_size: 2g}`",
    },
    MisplacedKey {
        key: "docker_args",
        written_in: COMMAND,
        belongs: "under `resources`",
        help: "use `resources: {docker_args: ...}`",
    },
    MisplacedKey {
        key: "timeout",
        written_in: NODES,
        belongs: "under `limits`",
        help: "use `limits: {timeout: SECONDS}`",
    },
    MisplacedKey {
        key: "timeout",
        written_in: &["ParameterizedCommand"],
        belongs: "in `limits` of the sweep",
        help: "use `limits: {trial_timeout: SECONDS}` beside `trial`",
    },
    MisplacedKey {
        key: "max_total_trials",
        written_in: &["SweepJob", "Sweep"],
        belongs: "under `limits`",
        help: "use `limits: {max_total_trials: N}`",
    },
    MisplacedKey {
        key: "max_concurrent_trials",
        written_in: &["SweepJob", "Sweep"],
        belongs: "under `limits`",
        help: "use `limits: {max_concurrent_trials: N}`",
    },
    MisplacedKey {
        key: "max_trials",
        written_in: &["SweepJob", "Sweep"],
        belongs: "under `limits`",
        help: "use `limits: {max_total_trials: N}`",
    },
    MisplacedKey {
        key: "default_compute",
        written_in: &["PipelineJob"],
        belongs: "under `settings`",
        help: "use `settings: {default_compute: azureml:NAME}`",
    },
    MisplacedKey {
        key: "default_datastore",
        written_in: &["PipelineJob"],
        belongs: "under `settings`",
        help: "use `settings: {default_datastore: azureml:NAME}`",
    },
    MisplacedKey {
        key: "continue_on_step_failure",
        written_in: &["PipelineJob"],
        belongs: "under `settings`",
        help: "use `settings: {continue_on_step_failure: false}`",
    },
    MisplacedKey {
        key: "force_rerun",
        written_in: &["PipelineJob"],
        belongs: "under `settings`",
        help: "use `settings: {force_rerun: true}`",
    },
    MisplacedKey {
        key: "trial_timeout_minutes",
        written_in: &["ImageLimits"],
        belongs: "in AutoML for tables and text",
        help: "use `timeout_minutes` for the whole job",
    },
    MisplacedKey {
        key: "timeout",
        written_in: &["AutoMLTableLimits", "ImageLimits", "NlpLimits"],
        belongs: "in command and sweep jobs",
        help: "use `timeout_minutes`, in minutes",
    },
];

impl MisplacedKey {
    /// Returns the mapping beside the key that it belongs in, and its name there.
    pub(crate) fn section(&self) -> Option<(&'static str, &'static str)> {
        let section = self.belongs.strip_prefix("under `")?.strip_suffix('`')?;
        let key = match self.key {
            "max_trials" => "max_total_trials",
            key => key,
        };
        Some((section, key))
    }
}

/// Returns the right place of the key `at` of a mapping of type `owner`; `None` if it isn't a known
/// mistake.
pub(crate) fn misplaced_key(owner: &TypeDef, at: Node<'_>) -> Option<&'static MisplacedKey> {
    let text = at.text()?;
    TABLE
        .iter()
        .find(|entry| entry.key == text && entry.written_in.contains(&owner.name))
}

/// Returns `true` if the key `at` belongs under `settings` of a batch deployment, or is `settings`
/// without the `type` that allows it.
pub(crate) fn is_batch_setting(owner: &TypeDef, at: Node<'_>) -> bool {
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
