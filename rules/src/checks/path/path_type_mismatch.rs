//! Files that are declared as folders, and folders that are declared as files.

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// `uri_file` is one file and `uri_folder` a folder. The CLI compares the type with local paths
    /// only. With the wrong type for data in the cloud, the job gets another path than its code
    /// expects.
    ///
    /// `specification.path` of a feature set is the folder with the file `FeatureSetSpec.yaml`, not
    /// the file.
    ///
    /// Endings such as `.parquet` or `.zarr`, which folders have too, are not reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder, path: "azureml://datastores/lake/paths/churn/2026.csv"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_file, path: "azureml://datastores/lake/paths/churn/2026.csv"}
    /// ```
    "path-type-mismatch", Path, Warning,
    marks: [Unfinished, Overridable],
    summary: "a file declared as `uri_folder`, or a folder declared as `uri_file`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-read-write-data-v2",
}

/// File extensions that folders don't have in practice.
const FILES: [&str; 21] = [
    "csv", "gz", "ipynb", "jpeg", "jpg", "joblib", "json", "jsonl", "npy", "npz", "onnx", "pdf",
    "pkl", "png", "pt", "pth", "py", "tsv", "txt", "xlsx", "zip",
];

fn check(cx: &mut Context<'_>) {
    check_feature_set(cx);
    // Spark writes folders whose names end with `.csv`.
    if cx.works().iter().any(|work| work.task == Task::Spark) {
        return;
    }
    for data in fields::mappings_of(cx, &["Data", "DataInput"]) {
        let (Some(ty), Some(path)) = (data.get("type"), data.get("path")) else {
            continue;
        };
        // Another rule looks up local paths on the disk.
        let Some(address) = known_text(path).filter(|text| text.contains("://")) else {
            continue;
        };
        let (message, right) = match known_text(ty) {
            Some("uri_folder") if names_file(address) => (
                "the path is a file, but `type` requires a folder",
                "uri_file",
            ),
            Some("uri_file") if address.ends_with('/') => (
                "the path is a folder, but `type` requires a file",
                "uri_folder",
            ),
            _ => continue,
        };
        cx.report(path.range(), message)
            .note("the CLI checks this for local paths only, and the job gets another path than expected")
            .help(format!("write `type: {right}`, or correct the path"))
            .unsafe_fix(format!("write `type: {right}`"), fix::replace(ty, right));
    }
}

/// Reports the file `FeatureSetSpec.yaml` where the client opens it in a folder.
fn check_feature_set(cx: &mut Context<'_>) {
    let path = ["specification", "path"];
    let node = cx.document.root().and_then(|root| root.get_path(&path));
    let Some(node) = node.filter(|_| cx.kind() == Some(Kind::FeatureSet)) else {
        return;
    };
    let Some(text) = known_text(node) else { return };
    let (folder, file) = text.rsplit_once('/').unwrap_or((".", text));
    if !file.eq_ignore_ascii_case("FeatureSetSpec.yaml") {
        return;
    }
    cx.report(
        node.range(),
        "the path is a file, but the feature set requires its folder",
    )
    .level(Level::Error)
    .note(format!(
        "the CLI looks for a file inside this path: \"No such file or directory: \
         {text}/FeatureSetSpec.yaml\""
    ))
    .help(format!("write `path: {folder}`"))
    .safe_fix(format!("write `{folder}`"), fix::set_text(node, folder));
}

/// Returns `true` if a URL ends with the name of a file. Patterns match several files.
fn names_file(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    !stem.is_empty()
        && !name.contains('*')
        && FILES.iter().any(|file| ending.eq_ignore_ascii_case(file))
}
