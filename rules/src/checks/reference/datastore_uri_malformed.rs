//! `azureml://datastores/...` without `/paths/`.

use crate::checks::prelude::*;
use crate::expression::DATASTORE;

declare_rule! {
    /// A path on a datastore is written `azureml://datastores/NAME/paths/FOLDER/`. The CLI accepts
    /// any value that starts with `azureml:`, and the job fails when it looks for its data.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{inputs.data}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: "azureml://datastores/lake/raw/2024/"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{inputs.data}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: "azureml://datastores/lake/paths/raw/2024/"}
    /// ```
    "datastore-uri-malformed", Reference, Error,
    marks: [Unfinished],
    summary: "a datastore address without `/paths/`",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-read-write-data-v2",
}

fn check(cx: &mut Context<'_>) {
    // Imports name a datastore without a path.
    if matches!(cx.kind(), Some(Kind::DataImport | Kind::ScheduleDataImport)) {
        return;
    }
    let tree = cx.document.tree();
    for node in tree
        .nodes()
        .filter(|node| node.key().and_then(Node::text) == Some("path"))
    {
        let Some(text) = known_text(node) else {
            continue;
        };
        let Some(expected) = problem(text.trim()) else {
            continue;
        };
        let diagnostic = cx.report(
            node.range(),
            "this datastore address has no `/paths/` between the datastore and the folder",
        );
        diagnostic.note("the CLI accepts it, and the job fails when it looks for its data");
        match expected {
            Some(expected) => {
                diagnostic.help(format!("write `{expected}`"));
                diagnostic.safe_fix(format!("write `{expected}`"), fix::replace(node, expected));
            }
            None => {
                diagnostic.help(format!("write `{DATASTORE}NAME/paths/FOLDER/`"));
            }
        }
    }
}

/// Returns `Some` for an invalid address, with the replacement if it is unambiguous.
fn problem(text: &str) -> Option<Option<String>> {
    let short = ["azureml:datastores/", "azureml:/datastores/"]
        .iter()
        .find_map(|start| text.strip_prefix(start));
    if let Some(rest) = short {
        let paths = rest.split('/').nth(1) == Some("paths");
        return Some(paths.then(|| format!("{DATASTORE}{rest}")));
    }
    match AssetRef::parse(text) {
        AssetRef::Datastore { datastore, rest } => {
            let right = rest
                .strip_prefix("paths/")
                .is_some_and(|path| !path.is_empty())
                || rest.starts_with("ExperimentRun/");
            // `paths/` alone is the root of the datastore.
            let root = rest == "paths" || rest == "paths/";
            if !datastore.is_empty() && (right || root) {
                return None;
            }
            let plain = !datastore.is_empty() && !rest.is_empty() && !rest.starts_with("path/");
            Some(plain.then(|| format!("{DATASTORE}{datastore}/paths/{rest}")))
        }
        AssetRef::Uri(uri) => {
            let (_, rest) = uri
                .split_once("/datastores/")
                .filter(|_| uri.starts_with("azureml://subscriptions/"))?;
            let paths = rest
                .split_once('/')
                .is_some_and(|(_, path)| path.starts_with("paths/"));
            (!paths).then_some(None)
        }
        _ => None,
    }
}
