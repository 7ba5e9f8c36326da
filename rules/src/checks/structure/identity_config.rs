//! User-assigned identities that are not named.

use crate::checks::prelude::*;

declare_rule! {
    /// With `type: user_assigned`, `user_assigned_identities` names the identities that are meant.
    /// Without them, the service can't assign one. The CLI accepts the file.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// identity: {type: user_assigned}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// identity:
    ///   type: user_assigned
    ///   user_assigned_identities:
    ///   - resource_id: /subscriptions/0/resourceGroups/r/providers/Microsoft.ManagedIdentity/userAssignedIdentities/training
    /// ```
    "identity-config", Structure, Error,
    summary: "a user-assigned identity that is not named",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-identity-based-service-authentication",
}

fn check(cx: &mut Context<'_>) {
    let has_identity = cx.kind().is_some_and(|kind| {
        matches!(
            kind,
            Kind::ComputeAmlcompute
                | Kind::ComputeComputeinstance
                | Kind::EndpointManagedOnline
                | Kind::EndpointKubernetesOnline
                | Kind::EndpointBatch
        )
    });
    let Some(identity) = cx.document.get("identity").filter(|_| has_identity) else {
        return;
    };
    let Some(node) = identity.get("type").filter(|_| !identity.is_incomplete()) else {
        return;
    };
    let kind = known_text(node).unwrap_or_default().replace('_', "");
    if !kind.eq_ignore_ascii_case("userassigned") {
        return;
    }
    let named = identity.get("user_assigned_identities");
    let is_empty = named.is_none_or(|named| {
        named.is_null()
            || named.kind() == NodeKind::Sequence && named.items().next().is_none()
            || named.kind() == NodeKind::Mapping && named.entries().next().is_none()
    });
    if !is_empty {
        return;
    }
    cx.report(node.range(), "the user-assigned identity is not named")
        .note("the CLI accepts the file, but the service doesn't know which identity to assign")
        .help("add its resource ID under `user_assigned_identities`, or use `system_assigned`");
}
