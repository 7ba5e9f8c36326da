//! Batch deployments without a type.

use crate::checks::prelude::*;
use crate::wording::names_listed;

declare_rule! {
    /// Without `type`, a batch deployment has the older form, with its settings at the top. The
    /// reference strongly advises to always write `type`: `model` or `pipeline`. With `type: model`,
    /// the size of mini-batches, retries, and output are under `settings`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/batchDeployment.schema.json
    /// name: nightly
    /// endpoint_name: churn-batch
    /// model: azureml:churn:3
    /// compute: azureml:cpu-cluster
    /// mini_batch_size: 10
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// type: model
    /// name: nightly
    /// endpoint_name: churn-batch
    /// model: azureml:churn:3
    /// compute: azureml:cpu-cluster
    /// settings: {mini_batch_size: 10}
    /// ```
    "batch-deployment-without-type", Deployment, Info (off),
    kind: DeploymentBatch,
    summary: "a batch deployment in the older form without `type`",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-deployment-batch",
}

/// Keys that `type: model` has under `settings`. At the top, the client rejects some of them beside
/// `type: model` and doesn't send the others.
const SETTINGS: [&str; 8] = [
    "mini_batch_size",
    "max_concurrency_per_instance",
    "retry_settings",
    "error_threshold",
    "logging_level",
    "output_action",
    "output_file_name",
    "environment_variables",
];

fn check(cx: &mut Context<'_>) {
    let Some(root) = cx.document.root().filter(|root| !root.is_incomplete()) else {
        return;
    };
    // With `settings`, the CLI rejects the file, and another rule reports it.
    if root.get("type").is_some() || root.get("settings").is_some() {
        return;
    }
    let Some(entry) = root.entry("endpoint_name").or_else(|| root.entry("name")) else {
        return;
    };
    let moved = SETTINGS
        .iter()
        .copied()
        .filter(|key| root.get(key).is_some());
    let moved = names_listed(moved);
    let help = if moved.is_empty() {
        "add `type: model`".to_owned()
    } else {
        format!("add `type: model`, and move {moved} under `settings`")
    };
    cx.report(entry.key.range(), "the batch deployment has no `type`")
        .note("this is the older form; the reference strongly advises to always write `type`")
        .help(help);
}
