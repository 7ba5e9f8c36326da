//! Detects connections without `$schema`, of a workspace or of prompt flow.

use super::key_evidence::{has_any, has_key_like};
use super::refine::{connection_kind, without_separators};
use crate::document::Kind;
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

/// Returns `true` if the keys are those of a connection that `pf connection create` reads, which
/// workspace connections never have. Source: `promptflow-devkit` 1.18.5, `_sdk/schemas/_connection.py`.
pub(super) fn is_prompt_flow_connection(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    has("name") && (has("api_base") && has("api_key") || has("configs") && has("secrets"))
}

/// Returns `true` if the keys beside `type: kind` are those of a connection of this type.
pub(super) fn is_connection(root: Node<'_>, kind: &str) -> bool {
    let has = |key: &str| root.get(key).is_some();
    let has_own_schema = connection_kind(kind) != Kind::ConnectionGeneric;
    if !has_own_schema && !GENERIC_CONNECTIONS.contains(&without_separators(kind).as_str()) {
        return false;
    }
    let access = ["target", "credentials", "api_key"];
    let has_address = has_own_schema
        && has_any(
            root,
            &["endpoint", "azure_endpoint", "one_lake_workspace_name"],
        );
    if has("target") && has("credentials") || has_address && has_any(root, &access) {
        return true;
    }
    let is_reached =
        has_address || has_any(root, &access) || has_key_like(root, |key| closest(key, access));
    has("name") && is_reached
}
