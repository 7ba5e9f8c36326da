//! More instances than a deployment can have, or none.

use crate::checks::prelude::*;
use crate::compute::limits::DEPLOYMENT_INSTANCES;

declare_rule! {
    /// A managed online deployment can have 50 instances, unless support raised the limit. For upgrades, the
    /// service reserves 20% more machines of your quota.
    ///
    /// It needs at least one instance: an online endpoint can't be stopped, and a user who tried
    /// `instance_count: 0` reports an error
    /// ([issue 48 of `Azure/mlops-v2`](https://github.com/Azure/mlops-v2/issues/48)). The CLI accepts the file.
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
    summary: "an online deployment with more instances than the limit, or none",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-quotas",
}

fn check(cx: &mut Context<'_>) {
    let node = cx.document.get("instance_count");
    let Some((node, count)) = node.and_then(|node| Some((node, known_int(node)?))) else {
        return;
    };
    if count < 1 {
        return too_few(cx, node, count);
    }
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

fn too_few(cx: &mut Context<'_>, node: Node<'_>, count: i64) {
    let size = cx.document.get("instance_type");
    let price = size.map(|size| price_change::of_count(cx, size, 1, None));
    let price = price.unwrap_or_default();
    cx.report(
        node.range(),
        format!("a managed online deployment needs at least 1 instance, not {count}"),
    )
    .note("the CLI accepts it, but an online endpoint can't be stopped")
    .help("write `instance_count: 1`, or use a batch endpoint if requests are rare")
    .unsafe_fix(
        format!("set `instance_count: 1`{price}"),
        fix::replace(node, "1"),
    );
}
