//! A scoring timeout that is longer than the service allows.

use crate::checks::prelude::*;
use crate::compute::limits::{KUBERNETES_REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS};

declare_rule! {
    /// A request to a managed online deployment can take at most 180 seconds, and to a Kubernetes online
    /// deployment 300 seconds. The CLI doesn't check it.
    /// Deployments of prompt flows may take up to 300 seconds; timeouts up to there are not reported for
    /// deployments that set an environment variable of prompt flow.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// request_settings: {request_timeout_ms: 600000}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// request_settings: {request_timeout_ms: 180000}
    /// ```
    "request-timeout-limit", Deployment, Error,
    summary: "a scoring timeout over the limit of the service",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-quotas",
}

fn check(cx: &mut Context<'_>) {
    let limit = match cx.kind() {
        Some(Kind::DeploymentManagedOnline) if serves_flow(cx) => KUBERNETES_REQUEST_TIMEOUT_MS,
        Some(Kind::DeploymentManagedOnline) => REQUEST_TIMEOUT_MS,
        Some(Kind::DeploymentKubernetesOnline) => KUBERNETES_REQUEST_TIMEOUT_MS,
        _ => return,
    };
    let node = cx
        .document
        .root()
        .and_then(|root| root.get_path(&["request_settings", "request_timeout_ms"]));
    let Some((node, timeout)) = node.and_then(|node| Some((node, known_int(node)?))) else {
        return;
    };
    if timeout <= limit {
        return;
    }
    cx.report(
        node.range(),
        format!(
            "`request_timeout_ms` must be at most {limit} in {}, not {timeout}",
            with_article(cx.kind().map_or("", Kind::label))
        ),
    )
    .note(format!(
        "the limit is {}; the CLI doesn't check it",
        duration(limit / 1000)
    ))
    .help(format!(
        "write `request_timeout_ms: {limit}`; for longer work, use a batch endpoint"
    ))
    .unsafe_fix(
        format!("set `request_timeout_ms: {limit}`"),
        fix::replace(node, limit.to_string()),
    );
}

/// Returns `true` if an environment variable shows that the deployment serves a prompt flow.
fn serves_flow(cx: &Context<'_>) -> bool {
    let variables = cx.document.get("environment_variables");
    variables.into_iter().flat_map(Node::entries).any(|entry| {
        let name = entry.key.text().unwrap_or_default();
        name.starts_with("PROMPTFLOW_") || name == "PRT_CONFIG_OVERRIDE"
    })
}
