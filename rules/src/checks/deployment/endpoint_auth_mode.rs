//! Microsoft Entra tokens on Kubernetes endpoints.

use crate::checks::prelude::*;

declare_rule! {
    /// Clients of a managed online endpoint can sign in with a Microsoft Entra token
    /// (`auth_mode: aad_token`). The documentation allows that for managed endpoints only; a
    /// Kubernetes endpoint takes `key` or `aml_token`. The client accepts the file.
    ///
    /// Fix: writes `aml_token`, the only mode for Kubernetes whose tokens expire. It is unsafe,
    /// because clients then have to get another token.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineEndpoint.schema.json
    /// name: churn
    /// compute: azureml:k8s
    /// auth_mode: aad_token
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineEndpoint.schema.json
    /// name: churn
    /// compute: azureml:k8s
    /// auth_mode: aml_token
    /// ```
    "endpoint-auth-mode", Deployment, Warning,
    kind: EndpointKubernetesOnline,
    summary: "a Kubernetes endpoint with Microsoft Entra tokens, which only managed endpoints support",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-authenticate-online-endpoint",
}

fn check(cx: &mut Context<'_>) {
    let Some(mode) = cx.document.get("auth_mode") else {
        return;
    };
    if !known_text(mode).is_some_and(|text| text.eq_ignore_ascii_case("aad_token")) {
        return;
    }
    cx.report(
        mode.range(),
        "`auth_mode: aad_token` is not supported on a Kubernetes endpoint",
    )
    .note("the documentation allows it for managed endpoints only")
    .help("write `auth_mode: aml_token` or `auth_mode: key`")
    .unsafe_fix("write `aml_token`", fix::replace(mode, "aml_token"));
}
