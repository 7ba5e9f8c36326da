//! Concurrent requests without workers for them.

use crate::checks::prelude::*;

declare_rule! {
    /// `max_concurrent_requests_per_instance` says how many requests the service sends to an instance at the
    /// same time. The inference server of Azure Machine Learning starts as many workers as the environment
    /// variable `WORKER_COUNT` says, and 1 without it. With one worker, the other requests wait, or are
    /// rejected with status code 429.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// environment: azureml:churn-env:2
    /// code_configuration: {code: src, scoring_script: score.py}
    /// request_settings: {max_concurrent_requests_per_instance: 4}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// environment: azureml:churn-env:2
    /// code_configuration: {code: src, scoring_script: score.py}
    /// request_settings: {max_concurrent_requests_per_instance: 4}
    /// environment_variables: {WORKER_COUNT: "4"}
    /// ```
    "worker-count-mismatch", Deployment, Info,
    summary: "concurrent requests per instance without `WORKER_COUNT`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-inference-server-http",
}

/// Number of workers that is rarely intended: each has the model in its memory.
const MANY: i64 = 16;

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_online_deployment) {
        return;
    }
    // Without a scoring script, the container may run another server.
    let Some(root) = cx.document.root().filter(|root| {
        root.get_path(&["code_configuration", "scoring_script"])
            .is_some()
    }) else {
        return;
    };
    let node = root.get_path(&["request_settings", "max_concurrent_requests_per_instance"]);
    let Some((node, count)) = node
        .and_then(|node| Some((node, known_int(node)?)))
        .filter(|(_, count)| *count > 1)
    else {
        return;
    };
    let variables = root.get("environment_variables");
    let is_set = variables.is_some_and(|variables| variables.get("WORKER_COUNT").is_some());
    let is_known = variables.is_none_or(|variables| variables.kind() == NodeKind::Mapping);
    if is_set || !is_known {
        return;
    }
    let edit = match root.entry("environment_variables") {
        Some(entry) => fix::add_below(entry, "WORKER_COUNT", &format!("\"{count}\"")),
        None => root.entry("request_settings").map(|entry| {
            let value = format!("WORKER_COUNT: \"{count}\"\n");
            fix::insert_key(entry, "environment_variables", &value)
        }),
    };
    let diagnostic = cx.report(
        node.range(),
        format!("{count} requests at a time, but `WORKER_COUNT` isn't set"),
    );
    diagnostic
        .note(
            "the inference server of Azure Machine Learning starts one worker unless \
             `WORKER_COUNT` is set",
        )
        .help(if count > MANY {
            format!("lower it, or set `WORKER_COUNT` to {count} if the cores and the memory of an instance allow it")
        } else {
            format!(
                "add `WORKER_COUNT: \"{count}\"` to `environment_variables`, if the model and its \
                 memory allow it"
            )
        });
    if let Some(edit) = edit.filter(|_| count <= MANY) {
        diagnostic.unsafe_fix(format!("set `WORKER_COUNT: \"{count}\"`"), edit);
    }
}
