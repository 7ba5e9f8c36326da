//! A probe with a number that is not allowed.

use crate::checks::prelude::*;

declare_rule! {
    /// The documentation allows 1 or more for the delay, timeout, and thresholds of a probe, and exactly 1
    /// for `success_threshold` of a liveness probe. The CLI doesn't check it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// liveness_probe: {success_threshold: 3}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// liveness_probe: {failure_threshold: 3}
    /// ```
    "probe-range", Deployment, Error,
    summary: "a number of a probe that the documentation doesn't allow",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-deployment-managed-online",
}

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_online_deployment) {
        return;
    }
    for probe in ["liveness_probe", "readiness_probe"] {
        let Some(node) = cx.document.get(probe) else {
            continue;
        };
        for entry in node.entries() {
            check_number(cx, probe, entry);
        }
    }
}

fn check_number(cx: &mut Context<'_>, probe: &str, entry: Entry<'_>) {
    let key = entry.key.text().unwrap_or_default();
    let node = entry.value.resolved();
    let Some(number) = known_int(node) else {
        return;
    };
    let is_counted = matches!(
        key,
        "initial_delay" | "timeout" | "success_threshold" | "failure_threshold"
    );
    let is_fixed = probe == "liveness_probe" && key == "success_threshold" && number > 1;
    let message = if is_fixed {
        format!("`success_threshold` of a liveness probe must be 1, not {number}")
    } else if is_counted && number < 1 {
        format!("`{key}` must be at least 1, not {number}")
    } else {
        return;
    };
    cx.report(node.range(), message)
        .note("the documentation doesn't allow it; the CLI doesn't check it")
        .help(format!("write `{key}: 1`"))
        .unsafe_fix(format!("set `{key}: 1`"), fix::replace(node, "1"));
}
