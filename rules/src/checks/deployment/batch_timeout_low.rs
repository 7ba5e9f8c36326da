//! Batch deployments that give a mini-batch 30 seconds.

use crate::checks::prelude::*;
use crate::compute::limits::{BATCH_MINI_BATCH_DEFAULT, BATCH_TIMEOUT_DEFAULT_SECONDS};

declare_rule! {
    /// The scoring script gets `mini_batch_size` files at a time, and `retry_settings.timeout` is
    /// the time for all of them. The default is 30 seconds. With larger files or a slow model,
    /// that is not enough: the mini-batch is stopped, retried, and finally fails.
    ///
    /// This rule reports 50 files or more that have 30 seconds or less: fewer may be done in time.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// type: model
    /// name: nightly
    /// endpoint_name: churn-batch
    /// model: azureml:churn:3
    /// compute: azureml:cpu-cluster
    /// settings: {mini_batch_size: 100, retry_settings: {max_retries: 3, timeout: 30}}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// type: model
    /// name: nightly
    /// endpoint_name: churn-batch
    /// model: azureml:churn:3
    /// compute: azureml:cpu-cluster
    /// settings: {mini_batch_size: 100, retry_settings: {max_retries: 3, timeout: 600}}
    /// ```
    "batch-timeout-low", Deployment, Info,
    summary: "a batch deployment that gives many files 30 seconds or less",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-deployment-batch",
}

/// Minimum number of files per mini-batch that is reported.
const FILES: i64 = 50;

fn check(cx: &mut Context<'_>) {
    let root = match cx.kind() {
        Some(Kind::DeploymentBatch) => cx.document.root(),
        Some(Kind::DeploymentBatchModel) => cx.document.get("settings"),
        _ => return,
    };
    let Some(root) = root.filter(|root| !root.is_incomplete()) else {
        return;
    };
    // A missing number is reported at the key that could contain it.
    let number = |keys: &[&str], default| match root.get_path(keys).filter(|n| !n.is_null()) {
        Some(node) => Some((known_int(node)?, Some(node))),
        None => Some((default, None)),
    };
    let timeout = number(
        &["retry_settings", "timeout"],
        BATCH_TIMEOUT_DEFAULT_SECONDS,
    );
    let files = number(&["mini_batch_size"], BATCH_MINI_BATCH_DEFAULT);
    let (Some((timeout, timeout_at)), Some((files, files_at))) = (timeout, files) else {
        return;
    };
    let is_short = (1..=BATCH_TIMEOUT_DEFAULT_SECONDS).contains(&timeout) && files >= FILES;
    let is_known = root
        .get("retry_settings")
        .is_none_or(|retries| retries.kind() == NodeKind::Mapping);
    let Some(at) = timeout_at.or(files_at).filter(|_| is_short && is_known) else {
        return;
    };
    let default = if timeout_at.is_none() {
        ", the default"
    } else {
        ""
    };
    cx.report(
        at.range(),
        format!(
            "each mini-batch of {} has {}{default}",
            counted(files, "file"),
            counted(timeout, "second")
        ),
    )
    .note(
        "the time is for all of its files; a mini-batch that takes longer is stopped, retried, and finally fails",
    )
    .help("set `retry_settings.timeout` to what the files need, for example 300");
}
