//! A batch endpoint with an authentication method that it does not have.

use crate::checks::prelude::*;

declare_rule! {
    /// Batch endpoints support only Microsoft Entra tokens, `aad_token`. The CLI accepts `key` and
    /// `aml_token` too, which are for online endpoints. No page documents what the
    /// service does with them, so this is a warning.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/batchEndpoint.schema.json
    /// name: churn-batch
    /// auth_mode: key
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/batchEndpoint.schema.json
    /// name: churn-batch
    /// auth_mode: aad_token
    /// ```
    "batch-auth-mode", Deployment, Warning,
    kind: EndpointBatch,
    summary: "a batch endpoint whose `auth_mode` is not `aad_token`",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-endpoint-batch",
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("auth_mode") else {
        return;
    };
    let Some(mode) = known_text(node).filter(|mode| matches!(*mode, "key" | "aml_token")) else {
        return;
    };
    cx.report(
        node.range(),
        format!("a batch endpoint can't use `{mode}` authentication"),
    )
    .note("batch endpoints support only Microsoft Entra tokens; the CLI accepts other values")
    .help("write `auth_mode: aad_token`, or remove the key")
    .safe_fix("use `aad_token`", fix::replace(node, "aad_token"));
}
