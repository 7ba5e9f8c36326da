//! The version of the extension of the Azure CLI that a script uses, and the files that it reads.

use crate::az_ml::{REFERENCE_READ, Unrecognized};
use crate::document::Document;
use crate::schema::table::kinds;

/// Returns why a command with an unknown word fails.
pub(crate) fn note() -> String {
    format!("the extension `ml` doesn't have it (read on {REFERENCE_READ}), so the command fails")
}

/// Returns the commands of a script with words that the extension `ml` doesn't know; none if the script
/// uses another extension.
pub(crate) fn unrecognized(document: &Document) -> impl Iterator<Item = &Unrecognized> {
    let lines = document.commands().filter(|lines| {
        !lines.unrecognized.is_empty()
            && lines.v1_commands.is_empty()
            && !document.text().lines().any(installs_another)
    });
    lines.into_iter().flat_map(|lines| &lines.unrecognized)
}

/// Returns `true` if a line of a script names the CLI v1, turns on private features, or installs a version of the extension
/// that it names.
fn installs_another(line: &str) -> bool {
    let is_extension = line.contains("extension add") || line.contains("extension update");
    line.contains("azure-cli-ml")
        || line.contains("AZURE_ML_CLI_PRIVATE_FEATURES_ENABLED")
        || is_extension && (line.contains("--version") || line.contains("--source"))
}

/// Returns `true` if a file that `az ml <noun> create` reads may have `key` at the top.
pub(crate) fn is_key_of_file(noun: &str, key: &str) -> bool {
    let mut kinds = kinds().iter().filter(|def| def.kind.noun() == Some(noun));
    kinds.any(|def| def.ty.field(key).is_some())
}
