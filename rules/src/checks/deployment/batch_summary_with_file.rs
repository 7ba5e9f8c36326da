//! An output file that a batch deployment does not write.

use crate::checks::prelude::*;

declare_rule! {
    /// With `output_action: summary_only`, a batch deployment writes no predictions of its own, so
    /// `output_file_name` has no meaning. The CLI rejects the two together when it creates the deployment.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// name: classic
    /// endpoint_name: churn-batch
    /// type: model
    /// model: azureml:churn:3
    /// compute: azureml:batch-cluster
    /// settings: {mini_batch_size: 10, output_action: summary_only, output_file_name: scores.csv}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// name: classic
    /// endpoint_name: churn-batch
    /// type: model
    /// model: azureml:churn:3
    /// compute: azureml:batch-cluster
    /// settings: {mini_batch_size: 10, output_action: append_row, output_file_name: scores.csv}
    /// ```
    "batch-summary-with-file", Deployment, Error,
    summary: "`output_file_name` beside `output_action: summary_only`",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-deployment-batch",
}

fn check(cx: &mut Context<'_>) {
    let holder = match cx.kind() {
        Some(Kind::DeploymentBatchModel) => cx.document.get("settings"),
        Some(Kind::DeploymentBatch) => cx.document.root(),
        _ => return,
    };
    let Some(holder) = holder else {
        return;
    };
    let is_summary = holder
        .get("output_action")
        .and_then(known_text)
        .is_some_and(|action| action == "summary_only");
    let Some(entry) = holder
        .entry("output_file_name")
        .filter(|entry| is_summary && entry.value.text().is_some_and(|name| !name.is_empty()))
    else {
        return;
    };
    cx.report(
        entry.key.range(),
        "`output_file_name` can't be used with `output_action: summary_only`",
    )
    .note("with this action no predictions are written; the CLI rejects the deployment")
    .help("remove `output_file_name`, or write `output_action: append_row`")
    .safe_fix("remove `output_file_name`", remove_entry(entry));
}
