//! The names under which people look for keys.

use crate::schema::table::TypeDef;

/// Names of other tools and of habit, with the key that is meant; it counts only where that key
/// exists.
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
    ("priority", "tier"),
    // The reference of schedules documents it.
    ("pattern", "schedule"),
    ("cron", "expression"),
];

/// The key of `owner` that the name `text` stands for.
pub(crate) fn key_of_alias(owner: &'static TypeDef, text: &str) -> Option<&'static str> {
    let meant = ALIASES
        .iter()
        .filter(|(name, _)| *name == text)
        .map(|(_, key)| *key);
    meant
        .into_iter()
        .find(|key| owner.field(key).is_some_and(|field| !field.private))
}
