//! A `$schema` at an outdated address.

use crate::checks::prelude::*;
use crate::schema::table::{KindDef, kinds};

declare_rule! {
    /// The schemas of Azure Machine Learning are published under
    /// `https://azuremlschemas.azureedge.net/latest/`. Older files name another host, or a schema
    /// that the reference no longer lists. An editor then loads an old schema, or none. A misspelled
    /// address is reported, too.
    ///
    /// The schemas for older versions of the `ml` extension are at
    /// `https://azuremlschemasprod.azureedge.net/`. There is no fix for that address, because it may be
    /// there on purpose.
    ///
    /// Fix: names the current schema. It is safe, because the client doesn't read `$schema` of these
    /// kinds of files. It reads that of prompt flows and of internal components, which aren't reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlsdk2.blob.core.windows.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// ```
    "legacy-schema-host", Structure, Hint,
    summary: "a `$schema` at an outdated address",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

/// Hosts of the previews that occur in public files.
const HOSTS: [&str; 2] = ["azuremlsdk2.blob.core.windows.net", "://azureml/sdk-"];

/// The host of the schemas for older versions of the `ml` extension, by the pages of the reference.
const OLDER: &str = "azuremlschemasprod.azureedge.net";

/// Schemas of the previews that the reference no longer lists.
const NAMES: [&str; 5] = [
    "/asset.schema.json",
    "/compute.schema.json",
    "/dataset.schema.json",
    "/onlineEndpoint.schema.json",
    "/onlineDeployment.schema.json",
];

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("$schema") else {
        return;
    };
    let Some(url) = node.text() else { return };
    let def = cx.kind().and_then(KindDef::of);
    let Some(def) = def.filter(|def| !def.schema.is_empty()) else {
        return;
    };
    let old_name = NAMES.iter().find(|name| url.ends_with(**name));
    let is_older = url.contains(OLDER);
    let (message, note) = if is_older {
        let message = "`$schema` is an address for older versions of the `ml` extension";
        (
            message.to_owned(),
            "an editor checks the file by an old schema, or by none",
        )
    } else if HOSTS.iter().any(|host| url.contains(host)) {
        let note = "the current schemas are published under `https://azuremlschemas.azureedge.net/latest/`";
        ("`$schema` is an outdated address".to_owned(), note)
    } else if let Some(name) = old_name {
        let name = name.trim_start_matches('/');
        let note = "the CLI (v2) YAML schema reference doesn't list it";
        (format!("`{name}` is an outdated schema"), note)
    } else if is_misspelled(url) {
        let note = "the reference has no schema at this address, so an editor may find none";
        ("`$schema` is misspelled".to_owned(), note)
    } else {
        return;
    };
    let current = format!("https://azuremlschemas.azureedge.net/latest/{}", def.schema);
    let diagnostic = cx.report(node.range(), message);
    diagnostic.note(note).help(if is_older {
        format!("write `{current}`, unless an older version runs the file")
    } else {
        format!("write `{current}`")
    });
    if !is_older {
        diagnostic.safe_fix("name the current schema", replace(node, current));
    }
}

/// The address below which the schemas are published, without the scheme.
const PUBLISHED: &str = "azuremlschemas.azureedge.net/latest/";

/// Returns `true` if the name of a schema is almost one that is published, or its host is almost the
/// one where they are published.
fn is_misspelled(url: &str) -> bool {
    let address = url.split_once("://").map_or(url, |(_, address)| address);
    let Some(name) = address.strip_prefix(PUBLISHED) else {
        let host = address.split('/').next().unwrap_or_default();
        let known = "azuremlschemas.azureedge.net";
        let rest = address.strip_prefix(known);
        let lacks_slash = rest.is_some_and(|rest| rest.starts_with("/latest."));
        return lacks_slash
            || host != known
                && (host.starts_with("azuremlschemas.azure") || closest(host, [known]).is_some());
    };
    let published = || {
        kinds()
            .iter()
            .map(|def| def.schema)
            .filter(|name| !name.is_empty())
    };
    let is_published = published().any(|known| known == name);
    !is_published && closest(name, published()).is_some()
}
