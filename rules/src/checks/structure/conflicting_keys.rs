//! Keys that exclude each other.

use crate::checks::prelude::*;

declare_rule! {
    /// Of some keys only one can be given: a Spark job runs on an attached pool (`compute`) or on
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
    summary: "keys that exclude each other",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::ConflictingKeys) {
        let Fault::Check { check, .. } = problem.fault else {
            continue;
        };
        let message = match check.when.first() {
            Some((key, value)) => format!(
                "`{}` has no effect with `{key}: {value}`",
                check.fields.concat()
            ),
            None => format!("{} exclude each other", faults::all_fields(check)),
        };
        cx.report(problem.at.range(), message)
            .help("keep one of them");
    }
}
