//! Sizes that are often too small to serve a model.

use crate::checks::prelude::*;

/// Small sizes. The client warns about the first two (`SmallSKUs`), the page of sizes about the
/// first and the last.
const SMALL: &[&str] = &["Standard_DS1_v2", "Standard_DS2_v2", "Standard_F2s_v2"];

declare_rule! {
    /// On `Standard_DS1_v2` (3.5 GiB), `Standard_DS2_v2` (7 GiB) and `Standard_F2s_v2` (4 GiB), the
    /// container and the model can run out of memory or disk, or take too long to start. The list
    /// of sizes for managed online endpoints warns about the first and the last of them. The CLI
    /// warns about the first two and recommends at least `Standard_DS3_v2`. New subscriptions can't
    /// deploy that one since July 2026, so the fix writes `Standard_D4as_v4`, which is as large and
    /// costs less. Small sizes serve many small models well, so this is a hint.
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
    /// instance_type: Standard_D4as_v4
    /// instance_count: 1
    /// ```
    "instance-type-too-small", Deployment, Hint,
    summary: "an online deployment on a size that is often too small",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-managed-online-endpoints-vm-sku-list",
}

/// A size of a current series, as large as the smallest that the CLI recommends.
const ENOUGH: &str = "Standard_D4as_v4";

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
    let price = price_change::of_size(cx, ENOUGH, size.name, node);
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
        "the container can run out of memory or disk, or start too slowly for its probes; the CLI \
         recommends at least `Standard_DS3_v2`, which new subscriptions can't deploy",
    )
    .help("use `Standard_D4as_v4` (4 vCPU, 16 GiB)")
    .unsafe_fix(format!("use `{ENOUGH}`{price}"), fix::replace(node, ENOUGH));
}
