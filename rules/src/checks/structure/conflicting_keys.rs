//! Keys that can't be used together.

use crate::checks::prelude::*;
use crate::schema::table::ClientCheck;
use crate::wording::names_listed;

declare_rule! {
    /// Some keys can't be used together: a Spark job runs on an attached pool (`compute`) or on
    /// serverless Spark (`resources`), not on both.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// type: model
    /// name: nightly
    /// endpoint_name: credit-batch
    /// model: azureml:credit:3
    /// compute: azureml:cpu-cluster
    /// resources: {instance_count: 2}
    /// settings: {mini_batch_size: 10, instance_count: 2}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// type: model
    /// name: nightly
    /// endpoint_name: credit-batch
    /// model: azureml:credit:3
    /// compute: azureml:cpu-cluster
    /// resources: {instance_count: 2}
    /// settings: {mini_batch_size: 10}
    /// ```
    "conflicting-keys", Structure, Error,
    marks: [Generic],
    summary: "keys that can't be used together",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::ConflictingKeys) {
        let SchemaFault::Check { check, .. } = problem.fault else {
            continue;
        };
        let first = check.fields.first().copied().unwrap_or_default();
        let (message, help) = match check.when.first() {
            Some((key, value)) => (
                format!("`{first}` has no effect with `{key}: {value}`"),
                format!("remove `{first}`, or change `{key}`"),
            ),
            None if check.fields.contains(&"settings.instance_count") => (
                format!("{} can't be used together", faults::all_fields(check)),
                "keep `resources`; `settings.instance_count` is the older form".to_owned(),
            ),
            None => (
                format!("{} can't be used together", written(problem.at, check)),
                "keep one of them".to_owned(),
            ),
        };
        cx.report(problem.at.range(), message)
            .note("the CLI rejects the file")
            .help(help);
    }
}

/// Lists the written keys of the check in the mapping of `at`.
fn written(at: Node<'_>, check: &ClientCheck) -> String {
    let mapping = at.parent().unwrap_or(at);
    let present = |field: &&str| mapping.get(field).is_some();
    let names: Vec<&str> = check.fields.iter().copied().filter(present).collect();
    if names.len() < 2 {
        return faults::all_fields(check);
    }
    names_listed(names)
}
