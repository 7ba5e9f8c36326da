//! Outputs in a place where the service can't write.

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// A job can write its outputs only to a datastore, not to a local folder, the URL of a
    /// storage account or web server, a data asset, or an `azureml://` address outside of a datastore. The CLI accepts any text. To create a data
    /// asset from an output, give it a `name`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{outputs.model}}
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   model: {type: uri_folder, path: ./outputs/model}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{outputs.model}}
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   model: {type: uri_folder, path: "azureml://datastores/lake/paths/models/${{name}}/"}
    /// ```
    "output-path-not-datastore", Path, Error,
    marks: [Unfinished],
    summary: "an output that isn't written to a datastore",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-read-write-data-v2",
}

fn check(cx: &mut Context<'_>) {
    let is_local = |work: &Work<'_>| work.target.node.and_then(Node::text) == Some("local");
    if cx.works().iter().any(is_local) {
        return;
    }
    for output in fields::mappings_of(cx, &["Output"]) {
        let Some(path) = output.get("path") else {
            continue;
        };
        let Some(place) = known_text(path).and_then(place) else {
            continue;
        };
        // Spark writes directly to the URL.
        let is_direct = output.get("mode").and_then(Node::text) == Some("direct");
        if is_direct && place.is_url {
            continue;
        }
        let diagnostic = cx.report(
            path.range(),
            format!("an output can't be written to {}", place.name),
        );
        diagnostic
            .note("the CLI accepts any path, but jobs write their outputs only to datastores")
            .help(place.help);
    }
}

struct OutputPath {
    name: &'static str,
    is_url: bool,
    help: &'static str,
}

const DATASTORE_HELP: &str = "write `azureml://datastores/NAME/paths/FOLDER/`, or remove `path` to use the default datastore";

/// Returns the kind of a path that outputs can't use.
fn place(path: &str) -> Option<OutputPath> {
    let of = |name, is_url| OutputPath {
        name,
        is_url,
        help: DATASTORE_HELP,
    };
    let starts = |starts: &[&str]| starts.iter().any(|start| path.starts_with(start));
    if starts(&["http://", "https://"]) {
        return Some(of("an HTTP URL", true));
    }
    if starts(&[
        "wasb://", "wasbs://", "abfs://", "abfss://", "adl://", "s3://", "gs://",
    ]) {
        return Some(of("the URL of a storage account", true));
    }
    if let AssetRef::Named { .. } = AssetRef::parse(path) {
        return Some(OutputPath {
            name: "a data asset",
            is_url: false,
            help: "remove `path`, and write `name` and `version` to create a data asset from the output",
        });
    }
    if let Some(address) = path.strip_prefix("azureml://") {
        let first = address.split('/').next().unwrap_or_default();
        let first = first.to_ascii_lowercase();
        let is_place = matches!(&*first, "datastores" | "subscriptions" | "locations")
            || first.contains(['$', '<', '{']);
        return (!is_place).then(|| of("an address that is not in a datastore", false));
    }
    let is_local = !path.is_empty() && !starts(&["/subscriptions/"]);
    (is_local && !path.contains([':', '<'])).then(|| of("a local folder", false))
}
