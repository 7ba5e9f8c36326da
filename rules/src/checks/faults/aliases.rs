//! Other names that users try for keys.

use crate::schema::table::TypeDef;

/// Names from other tools and common guesses, each with the key that is meant; used only if that
/// key exists.
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
    ("code_path", "code"),
    ("defaults", "settings"),
    ("max_trials", "max_total_trials"),
    ("docker_image", "image"),
    ("base_image", "image"),
    ("conda", "conda_file"),
    ("conda_dependencies", "conda_file"),
    ("experiment", "experiment_name"),
    ("hyperparameters", "search_space"),
    ("parameters", "inputs"),
    ("early_stopping", "early_termination"),
    ("early_termination_policy", "early_termination"),
    ("algorithm", "sampling_algorithm"),
    ("metric", "primary_metric"),
    ("min", "min_value"),
    ("max", "max_value"),
    ("options", "values"),
    ("choices", "values"),
    ("spec", "type"),
    ("job", "create_job"),
    (
        "idle_seconds_before_scaledown",
        "idle_time_before_scale_down",
    ),
    ("vm_priority", "tier"),
    ("priority", "tier"),
    ("uri", "path"),
    // From the reference of schedules.
    ("pattern", "schedule"),
    ("cron", "expression"),
];

/// Returns the key of `owner` that the alias `text` means.
pub(crate) fn key_of_alias(owner: &'static TypeDef, text: &str) -> Option<&'static str> {
    // A dataset of the CLI v1 is an input.
    let is_input = owner.name.ends_with("Input");
    // A schedule names the file of its job.
    let is_scheduled = owner.name.ends_with("CreateJob");
    let meant = ALIASES
        .iter()
        .chain((is_input).then_some(&("dataset", "path")))
        .chain(is_scheduled.then_some(&("path", "job")))
        .filter(|(name, _)| *name == text)
        .map(|(_, key)| *key);
    meant
        .into_iter()
        .find(|key| owner.field(key).is_some_and(|field| !field.private))
}

/// Values from other tools and earlier versions, each with the value that is meant; used only if that value is allowed.
const VALUE_ALIASES: &[(&str, &str)] = &[
    ("int", "integer"),
    ("str", "string"),
    ("float", "number"),
    ("double", "number"),
    ("bool", "boolean"),
    ("folder", "uri_folder"),
    ("directory", "uri_folder"),
    ("file", "uri_file"),
    ("mount", "ro_mount"),
    ("mount", "rw_mount"),
];

/// Returns the one of `values` that the alias `text` means.
pub(crate) fn value_of_alias(values: &[&'static str], text: &str) -> Option<&'static str> {
    let meant = VALUE_ALIASES
        .iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case(text));
    meant
        .map(|(_, value)| *value)
        .find(|value| values.contains(value))
}
