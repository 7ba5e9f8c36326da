//! Jobs of `azd ai training job`: Microsoft Foundry's dialect of command jobs, with the same
//! `$schema` and other keys.

use crate::syntax::Node;

/// Keys at the top of the dialect that no job of `az ml` has. Azure/azure-dev, extension
/// `azure.ai.training`, 0.0.1 to 0.0.3-preview, `yaml_parser.go`.
const OWN_KEYS: [&str; 4] = [
    "capacity_unit_count",
    "gpu_count",
    "process_per_node",
    "storage_connection_name",
];

/// Keys of the dialect that people also write at the top of a job of `az ml` by mistake.
const SHARED_KEYS: [&str; 2] = ["instance_count", "timeout"];

/// Returns `true` if a command job has keys that exist only in the dialect.
pub(in crate::document) fn has_foundry_keys(root: Node<'_>) -> bool {
    let has = |key: &&str| root.get(key).is_some();
    let names_launcher = root
        .get("distribution")
        .is_some_and(|node| node.text().is_some());
    OWN_KEYS.iter().any(has) || names_launcher && SHARED_KEYS.iter().any(has)
}

/// Returns `true` if the document with `root`, which has no `$schema`, is a job of the dialect: it
/// has the three keys that every such job needs.
pub(in crate::document) fn is_foundry_training_job(root: Node<'_>) -> bool {
    let needed = ["command", "environment", "compute"];
    has_foundry_keys(root)
        && needed
            .iter()
            .all(|key| root.get(key).and_then(Node::text).is_some())
}
