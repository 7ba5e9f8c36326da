//! A flag that only works with a system-assigned identity.

use crate::checks::prelude::*;

declare_rule! {
    /// `enforce_access_to_default_secret_stores` gives the identity of the endpoint access to the
    /// secrets in the connections of the workspace. That is done for system-assigned identities
    /// only: with a user-assigned identity, the flag isn't allowed, and you assign the role
    /// yourself.
    ///
    /// Fix: removes the flag. It is safe, because the documentation doesn't allow the flag there.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// identity:
    ///   type: user_assigned
    ///   user_assigned_identities:
    ///     - resource_id: /subscriptions/0000/resourceGroups/ml/providers/Microsoft.ManagedIdentity/userAssignedIdentities/churn
    /// properties:
    ///   enforce_access_to_default_secret_stores: enabled
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// identity: {type: system_assigned}
    /// properties:
    ///   enforce_access_to_default_secret_stores: enabled
    /// ```
    "secret-flag-with-uai", Security, Error,
    kind: EndpointManagedOnline,
    summary: "automatic access to secrets for a user-assigned identity",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-deploy-online-endpoint-with-secret-injection",
}

const FLAG: &str = "enforce_access_to_default_secret_stores";

fn check(cx: &mut Context<'_>) {
    let Some(root) = cx.document.root() else {
        return;
    };
    let identity = root.get_path(&["identity", "type"]).and_then(known_text);
    if !identity.is_some_and(|ty| ty.eq_ignore_ascii_case("user_assigned")) {
        return;
    }
    let Some(flag) = root.get("properties").and_then(|node| node.entry(FLAG)) else {
        return;
    };
    if !known_text(flag.value).is_some_and(|text| text.eq_ignore_ascii_case("enabled")) {
        return;
    }
    cx.report(
        flag.key.range(),
        format!("`{FLAG}` can't be used with a user-assigned identity"),
    )
    .note("only a system-assigned identity gets access to the secrets of the workspace this way")
    .help(
        "remove it, and give the identity the role `Azure Machine Learning Workspace Connection \
         Secrets Reader`",
    )
    .safe_fix(format!("remove `{FLAG}`"), fix::remove_entry(flag));
}
