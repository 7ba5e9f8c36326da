//! A deployment without a number of instances.

use crate::checks::marked;
use crate::checks::prelude::*;
use crate::compute::limits::AVAILABLE_INSTANCES;
use crate::rule::RuleMark;
use crate::settings::RuleLevel;

declare_rule! {
    /// A managed online deployment runs on `instance_count` machines. The reference lists the key as
    /// required, and the CLI accepts a file without it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "missing-instance-count", Deployment, Warning,
    summary: "a managed online deployment without `instance_count`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-deployment-managed-online",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::DeploymentManagedOnline)
        || cx.document.get("instance_count").is_some()
    {
        return;
    }
    // `default` is the only scale type of a managed deployment; others have their own finding.
    let is_scaled = |root: Node<'_>| {
        let scale = root.get("scale_settings");
        scale.is_some_and(|scale| scale.get("type").and_then(known_text) != Some("default"))
    };
    let Some(entry) = cx
        .document
        .root()
        .filter(|root| !root.is_incomplete() && !is_scaled(*root))
        .and_then(|root| root.entry("instance_type"))
    else {
        return;
    };
    // If that rule is on, the fix adds as many instances as it requires.
    let low_count = marked(RuleMark::FewInstances);
    let count = match low_count.map(|rule| cx.level(rule)) {
        None | Some(RuleLevel::Off) => 1,
        Some(_) => AVAILABLE_INSTANCES,
    };
    let price = price_change::of_count(cx, entry.value, count, None);
    cx.report(
        entry.key.range(),
        "`instance_count` is missing in a managed online deployment",
    )
    .note(
        "the CLI accepts the file, but the reference lists the key as required; for high \
         availability, Microsoft recommends at least 3 instances",
    )
    .help(format!(
        "add `instance_count: {count}`, or the number of instances to pay for"
    ))
    .unsafe_fix(
        format!("add `instance_count: {count}`{price}"),
        fix::insert_key(entry, "instance_count", &count.to_string()),
    );
}
