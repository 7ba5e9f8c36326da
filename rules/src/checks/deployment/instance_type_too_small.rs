//! Sizes too small to serve with.

use crate::checks::prelude::*;

/// The client itself warns below `Standard_DS3_v2`; the SKU page calls these too small for larger
/// models.
const SMALL: &[&str] = &["Standard_DS1_v2", "Standard_DS2_v2", "Standard_F2s_v2"];

declare_rule! {
    /// On the smallest sizes the scoring container and the model compete for 4 GiB or less, and
    /// deployments fail with out-of-memory errors or time out while they start.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// instance_type: Standard_F2s_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "instance-type-too-small", Deployment, Info,
    summary: "an online deployment on a size that is often too small",
    fix: Some(Applicability::Unsafe),
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
        .filter(|size| SMALL.contains(&size.name))
    else {
        return;
    };
    let memory = size
        .memory_gib
        .map_or_else(String::new, |memory| format!(" ({memory} GiB)"));
    cx.report(
        node.range(),
        format!(
            "`{}`{memory} is often too small to serve a model",
            size.name
        ),
    )
    .note(
        "the scoring container and the model share the memory; a deployment that runs out of it \
         fails while it starts",
    )
    .help("start with `Standard_DS3_v2` (14 GiB) and measure")
    .unsafe_fix(
        "use `Standard_DS3_v2`",
        fix::replace(node, "Standard_DS3_v2"),
    );
}
