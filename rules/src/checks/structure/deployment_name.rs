//! The name of an online deployment.

use crate::checks::prelude::*;

declare_rule! {
    /// The name of a deployment has 3 to 32 letters, digits, and `-`, starts with a letter and does
    /// not end with `-`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue_1
    /// endpoint_name: credit-scoring
    /// model: azureml:credit:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue-1
    /// endpoint_name: credit-scoring
    /// model: azureml:credit:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "deployment-name", Structure, Error,
    marks: [Unfinished],
    summary: "a deployment name that is not valid",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-deployment-managed-online",
}

fn check(cx: &mut Context<'_>) {
    faults::report_lengths(cx, FaultRule::DeploymentName, "deployment name");
}
