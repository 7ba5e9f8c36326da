//! Online deployments with the older network isolation.

use crate::checks::prelude::*;

declare_rule! {
    /// `egress_public_network_access: disabled` belongs to an older way to isolate a deployment, with a
    /// network of its own for each deployment. The managed network of the workspace replaces it: it is
    /// set once, for all computes and deployments. The flag of an existing deployment can't be changed:
    /// an update that changes it fails.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// egress_public_network_access: disabled
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "egress-flag-legacy", Deployment, Info,
    kind: DeploymentManagedOnline,
    summary: "a deployment with the older network isolation",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-secure-online-endpoint",
}

fn check(cx: &mut Context<'_>) {
    let Some(entry) = cx
        .document
        .root()
        .and_then(|root| root.entry("egress_public_network_access"))
    else {
        return;
    };
    let value = known_text(entry.value.resolved());
    if !value.is_some_and(|value| value.eq_ignore_ascii_case("disabled")) {
        return;
    }
    cx.report(
        entry.key.range(),
        "`egress_public_network_access` belongs to the older network isolation",
    )
    .note("the managed network of the workspace replaces it; it can't be changed on an existing deployment")
    .help("leave it out of the next new deployment, in a workspace with a managed network");
}
