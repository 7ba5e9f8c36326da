//! Sizes that managed online endpoints do not offer.

use crate::checks::prelude::*;

declare_rule! {
    /// Managed online endpoints run on a list of sizes, not on every VM size. A deployment on
    /// another one is refused after the image is built. The list can lag behind the service, so
    /// this is a warning.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// instance_type: Standard_D4s_v5
    /// instance_count: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "unsupported-online-sku", Deployment, Warning,
    summary: "a size that managed online endpoints do not offer",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-managed-online-endpoints-vm-sku-list",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::DeploymentManagedOnline) {
        return;
    }
    let Some(node) = cx.document.get("instance_type") else {
        return;
    };
    let Some(size) = known_text(node)
        .and_then(vm_size)
        .filter(|size| !size.online_endpoint)
    else {
        return;
    };
    cx.report(
        node.range(),
        format!("managed online endpoints do not offer `{}`", size.name),
    )
    .note(
        "it is not in the list of sizes for managed online endpoints (read 2026-11-21); the \
         service refuses the deployment after its image is built",
    )
    .help("take a size of the list, such as `Standard_DS3_v2`");
}
