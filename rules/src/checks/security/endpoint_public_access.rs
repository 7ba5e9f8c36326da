//! Online endpoints that anyone on the internet can reach.

use crate::checks::prelude::*;

declare_rule! {
    /// A managed online endpoint is reachable from the internet, unless `public_network_access` is
    /// `disabled`: then it is reached only through the private endpoint of the workspace.
    ///
    /// The rule is off by default, because a workspace without a private endpoint can't do that.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// public_network_access: disabled
    /// ```
    "endpoint-public-access", Security, Hint(off),
    kind: EndpointManagedOnline,
    marks: [Vulnerability],
    summary: "an online endpoint that is reachable from the internet",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-secure-online-endpoint",
}

fn check(cx: &mut Context<'_>) {
    let Some(root) = cx.document.root() else {
        return;
    };
    let access = root.get("public_network_access");
    let (at, edit) = match (access, root.entry("name")) {
        (Some(node), _) => {
            if !known_text(node).is_some_and(|text| text.eq_ignore_ascii_case("enabled")) {
                return;
            }
            (node, fix::replace(node, "disabled"))
        }
        (None, Some(name)) => (
            name.key,
            fix::insert_key(name, "public_network_access", "disabled"),
        ),
        (None, None) => return,
    };
    cx.report(at.range(), "this endpoint is reachable from the internet")
        .note("`public_network_access` is `enabled` by default")
        .help("write `public_network_access: disabled` if the workspace has a private endpoint")
        .unsafe_fix("write `public_network_access: disabled`", edit);
}
