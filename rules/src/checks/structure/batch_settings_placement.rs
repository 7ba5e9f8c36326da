//! Settings of a batch deployment at the wrong level.

use crate::checks::prelude::*;

declare_rule! {
    /// A batch deployment with `type: model` has the size of mini-batches, retries, and output
    /// under `settings`. The older form without `type` has the same keys at the top and no
    /// `settings`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// type: model
    /// name: nightly
    /// endpoint_name: credit-batch
    /// model: azureml:credit:3
    /// compute: azureml:cpu-cluster
    /// settings: {mini_batch_size: 10}
    /// output_action: append_row
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// type: model
    /// name: nightly
    /// endpoint_name: credit-batch
    /// model: azureml:credit:3
    /// compute: azureml:cpu-cluster
    /// settings: {mini_batch_size: 10, output_action: append_row}
    /// ```
    "batch-settings-placement", Structure, Error,
    summary: "settings of a batch deployment at the wrong level",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-deployment-batch",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::BatchSettingsPlacement) {
        let name = faults::short_text(problem.at);
        if name == "settings" {
            cx.report(problem.at.range(), "`settings` requires `type: model`")
                .help("add `type: model`");
        } else {
            cx.report(
                problem.at.range(),
                format!("`{name}` must be under `settings` when `type` is `model`"),
            )
            .help(format!("move `{name}` under `settings`"));
        }
    }
}
