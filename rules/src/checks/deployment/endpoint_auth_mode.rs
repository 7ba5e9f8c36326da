//! A Kubernetes endpoint with an authentication method that only managed endpoints have.

use crate::checks::prelude::*;

declare_rule! {
    /// Only managed online endpoints support Microsoft Entra tokens (`aad_token`). Kubernetes endpoints
    /// have `key` and `aml_token`. The CLI accepts all three, and no page documents what the service
    /// does with the third, so this is a warning.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineEndpoint.schema.json
    /// name: churn
    /// compute: azureml:aks
    /// auth_mode: aad_token
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineEndpoint.schema.json
    /// name: churn
    /// compute: azureml:aks
    /// auth_mode: aml_token
    /// ```
    "endpoint-auth-mode", Deployment, Warning,
    marks: [Preview],
    summary: "a Kubernetes endpoint with Microsoft Entra tokens, which only managed endpoints support",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-authenticate-online-endpoint",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::EndpointKubernetesOnline) {
        return;
    }
    let mode = cx.document.get("auth_mode");
    let Some(node) = mode.filter(|node| known_text(*node) == Some("aad_token")) else {
        return;
    };
    cx.report(
        node.range(),
        "a Kubernetes endpoint can't use `aad_token` authentication",
    )
    .note("only managed endpoints support it; the CLI doesn't check it")
    .help("write `auth_mode: aml_token` or `auth_mode: key`");
}
