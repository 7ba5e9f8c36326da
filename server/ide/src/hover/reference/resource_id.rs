//! Formats of resource IDs: of the machines that a compute is attached to, and of identities.

use azml_rules::document::Kind;
use azml_rules::schema::KnownKey;

use crate::Site;

/// Returns the ID format that the key accepts; empty for other keys.
pub(crate) fn formats(site: &Site<'_>, place: &KnownKey) -> String {
    if place.field.name != "resource_id" {
        return String::new();
    }
    let is_identity = place
        .owner
        .is_some_and(|owner| owner.name == "UserAssignedIdentity");
    let resources: &[(&str, &str)] = match site.document.kind() {
        _ if is_identity => &[(
            "",
            "Microsoft.ManagedIdentity/userAssignedIdentities/IDENTITY",
        )],
        Some(Kind::ComputeKubernetes) => &[
            (
                "AKS: ",
                "Microsoft.ContainerService/managedClusters/CLUSTER",
            ),
            ("Arc: ", "Microsoft.Kubernetes/connectedClusters/CLUSTER"),
        ],
        Some(Kind::ComputeVirtualmachine) => &[("", "Microsoft.Compute/virtualMachines/MACHINE")],
        Some(Kind::ComputeSynapsespark) => &[(
            "",
            "Microsoft.Synapse/workspaces/WORKSPACE/bigDataPools/POOL",
        )],
        _ => return String::new(),
    };
    let format = |label: &str, resource: &str| {
        format!("{label}`/subscriptions/SUBSCRIPTION/resourceGroups/GROUP/providers/{resource}`")
    };
    match resources {
        [(label, resource)] => format(label, resource),
        several => several
            .iter()
            .map(|(label, resource)| format!("\n  - {}", format(label, resource)))
            .collect(),
    }
}
