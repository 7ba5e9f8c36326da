//! Online endpoints that are called with a key.

use crate::checks::prelude::*;

declare_rule! {
    /// A key of an online endpoint never expires, and whoever has it can call the endpoint until it
    /// is regenerated. A Microsoft Entra token (`aad_token`) belongs to one identity, expires by
    /// itself, and is granted and revoked with roles.
    ///
    /// The rule is off by default, because callers have to change when the endpoint does. To change an
    /// existing endpoint, run
    /// `az ml online-endpoint update -n NAME --set auth_mode=aad_token`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: key
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// ```
    "endpoint-key-auth", Security, Hint(off),
    marks: [Vulnerability],
    summary: "an online endpoint that is called with a key that never expires",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-endpoints-online-auth",
}

fn check(cx: &mut Context<'_>) {
    // Kubernetes endpoints don't support `aad_token`.
    if cx.kind() != Some(Kind::EndpointManagedOnline) {
        return;
    }
    let Some(root) = cx.document.root() else {
        return;
    };
    let (at, note, edit) = match root.get("auth_mode") {
        Some(mode) if known_text(mode) == Some("key") => {
            let edit = fix::replace(mode, "aad_token");
            (mode, "a key never expires", edit)
        }
        Some(_) => return,
        None => {
            let Some(name) = root.entry("name") else {
                return;
            };
            let edit = fix::insert_key(name, "auth_mode", "aad_token");
            (
                name.key,
                "`auth_mode` is `key` by default, and a key never expires",
                edit,
            )
        }
    };
    cx.report(at.range(), "callers of this endpoint sign in with a key")
        .note(note)
        .help("write `auth_mode: aad_token`, and give callers a role on the endpoint")
        .unsafe_fix("use Microsoft Entra tokens", edit);
}
