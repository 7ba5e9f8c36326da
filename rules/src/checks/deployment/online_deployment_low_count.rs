//! Online deployments with fewer than three instances.

use crate::checks::prelude::*;
use crate::compute::limits::AVAILABLE_INSTANCES;

declare_rule! {
    /// For high availability, Microsoft recommends at least three instances, so that the deployment
    /// still answers while instances are updated or fail. Each of them is billed, so this rule is off
    /// by default.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 3
    /// ```
    "online-deployment-low-count", Deployment, Hint(off),
    kind: DeploymentManagedOnline,
    marks: [FewInstances],
    summary: "an online deployment with fewer than three instances",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-endpoints-online",
}

fn check(cx: &mut Context<'_>) {
    let Some((node, count)) = cx
        .document
        .get("instance_count")
        .and_then(|node| Some((node, known_int(node)?)))
        .filter(|(_, count)| (1..AVAILABLE_INSTANCES).contains(count))
    else {
        return;
    };
    cx.report(
        node.range(),
        format!(
            "only {} for an online deployment",
            counted(count, "instance")
        ),
    )
    .note(format!(
        "for high availability, Microsoft recommends at least {AVAILABLE_INSTANCES} instances"
    ))
    .help(format!(
        "write `instance_count: {AVAILABLE_INSTANCES}` if callers depend on it"
    ));
}
