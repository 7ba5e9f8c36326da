//! More instances than a deployment can have.

use crate::checks::prelude::*;
use crate::compute::limits::DEPLOYMENT_INSTANCES;

declare_rule! {
    /// A managed online deployment can have 50 instances, unless support raised the limit. For upgrades, the
    /// service reserves 20% more machines of your quota.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 60
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 50
    /// ```
    "instance-count-limit", Deployment, Warning,
    kind: DeploymentManagedOnline,
    summary: "an online deployment with more instances than the limit",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-quotas",
}

fn check(cx: &mut Context<'_>) {
    let node = cx.document.get("instance_count");
    let Some((node, count)) = node.and_then(|node| Some((node, known_int(node)?))) else {
        return;
    };
    if count <= DEPLOYMENT_INSTANCES {
        return;
    }
    let size = cx.document.get("instance_type");
    let price =
        size.map(|size| price_change::of_count(cx, size, DEPLOYMENT_INSTANCES, Some(count)));
    let price = price.unwrap_or_default();
    cx.report(
        node.range(),
        format!("a deployment can have {DEPLOYMENT_INSTANCES} instances, not {count}"),
    )
    .note("support can raise the limit")
    .help(format!(
        "write `instance_count: {DEPLOYMENT_INSTANCES}`, or ask support to raise the limit"
    ))
    .unsafe_fix(
        format!("set `instance_count: {DEPLOYMENT_INSTANCES}`{price}"),
        fix::replace(node, DEPLOYMENT_INSTANCES.to_string()),
    );
}
