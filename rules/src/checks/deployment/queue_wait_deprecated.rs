//! A queue timeout that no longer has an effect.

use crate::checks::prelude::*;

declare_rule! {
    /// `max_queue_wait_ms` is deprecated for managed online deployments. The time in the queue counts toward
    /// `request_timeout_ms`, so raise that instead.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// request_settings: {request_timeout_ms: 3000, max_queue_wait_ms: 500}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// request_settings: {request_timeout_ms: 3500}
    /// ```
    "queue-wait-deprecated", Deployment, Info,
    kind: DeploymentManagedOnline,
    summary: "a managed online deployment with `max_queue_wait_ms`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-deployment-managed-online",
}

fn check(cx: &mut Context<'_>) {
    let entry = cx
        .document
        .get("request_settings")
        .and_then(|settings| settings.entry("max_queue_wait_ms"));
    let Some(entry) = entry else {
        return;
    };
    cx.report(entry.key.range(), "`max_queue_wait_ms` is deprecated")
        .deprecated()
        .note("the time in the queue counts toward `request_timeout_ms`")
        .help("remove `max_queue_wait_ms`, and add its time to `request_timeout_ms`")
        .unsafe_fix("remove `max_queue_wait_ms`", remove_entry(entry));
}
