//! A batch deployment on a compute that doesn't run batch scoring.

use crate::checks::prelude::*;

declare_rule! {
    /// A batch deployment runs its scoring jobs on a compute cluster or on Kubernetes. No other
    /// compute can run them.
    ///
    /// ```yaml bad path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// name: mnist
    /// endpoint_name: mnist-batch
    /// type: model
    /// model: azureml:mnist@latest
    /// compute: azureml:ci-anna
    /// ```
    /// ```yaml bad path=ci.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// ```
    /// ```yaml good path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// name: mnist
    /// endpoint_name: mnist-batch
    /// type: model
    /// model: azureml:mnist@latest
    /// compute: azureml:batch-cluster
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: batch-cluster
    /// ```
    "batch-deployment-compute", Compute, Error,
    summary: "a batch deployment on a compute that is neither a cluster nor Kubernetes",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-batch-model-deployments",
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx
        .document
        .batch_deployment()
        .and_then(|deployment| deployment.compute)
    else {
        return;
    };
    let Resolution::Known(compute) = cx.resolve_compute(node) else {
        return;
    };
    let Some(kind) = compute.kind().filter(|kind| kind.never_takes(Load::Batch)) else {
        return;
    };
    let expected = cx
        .document
        .batch_deployment()
        .and_then(|deployment| deployment.instance_count)
        .and_then(known_int);
    let fixes = compute_fixes::for_value(cx, node, Load::Batch, expected.unwrap_or(1));
    cx.report(
        node.range(),
        format!(
            "a batch deployment cannot run on `{}`, {}",
            compute.name(),
            with_article(kind.label())
        ),
    )
    .note("its scoring jobs run on a compute cluster or on Kubernetes")
    .help("use a compute cluster (`compute: azureml:NAME`)")
    .defined_at(&compute)
    .fixes = fixes;
}
