//! Sizes that are not in the list for managed online endpoints.

use crate::checks::prelude::*;

declare_rule! {
    /// Managed online endpoints support a list of VM sizes, not all of them. The page with that
    /// list is dated October 2023, with later additions, and may be incomplete, so this is a
    /// warning.
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
    kind: DeploymentManagedOnline,
    summary: "a size that is not in the list for managed online endpoints",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-managed-online-endpoints-vm-sku-list",
}

fn check(cx: &mut Context<'_>) {
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
        format!(
            "`{}` is not in the list of sizes for managed online endpoints",
            size.name
        ),
    )
    .note("a deployment fails on a size that managed online endpoints don't support")
    .help("use a size from the list, such as `Standard_DS3_v2`");
}
