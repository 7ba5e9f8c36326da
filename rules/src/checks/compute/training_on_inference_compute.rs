//! A job on a compute that only hosts deployments.

use crate::checks::prelude::*;

declare_rule! {
    /// An inference cluster is an AKS cluster that was attached with CLI or SDK v1 (`AksCompute`).
    /// It only hosts models that v1 deployed, and can't run jobs. An AKS cluster that is attached
    /// as `type: kubernetes` runs jobs and hosts endpoints.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:sklearn@latest
    /// compute: azureml:aks-serving
    /// ```
    /// ```yaml bad path=azml.yaml
    /// computes:
    ///   aks-serving: {type: aks}
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:sklearn@latest
    /// compute: azureml:aks-serving
    /// ```
    /// ```yaml good path=azml.yaml
    /// computes:
    ///   aks-serving: {type: kubernetes}
    /// ```
    "training-on-inference-compute", Compute, Error,
    summary: "a job on an inference cluster, which cannot run jobs",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-attach-kubernetes-anywhere",
}

fn check(cx: &mut Context<'_>) {
    for target in compute_values(cx) {
        let Some((compute, node)) = cx.known_compute(target.first()) else {
            continue;
        };
        if compute.kind() != Some(ComputeKind::InferenceCluster) {
            continue;
        }
        let load = Load::of_task(target.first().task).unwrap_or(Load::Command);
        let fixes = compute_fixes::for_works(cx, &target.works, load);
        let message = format!(
            "{} cannot run on `{}`, an inference cluster",
            target.subject(),
            compute.name()
        );
        cx.report(node.range(), message)
            .note("an inference cluster only hosts models that were deployed with CLI or SDK v1")
            .help("use a compute cluster, or attach the AKS cluster again as `type: kubernetes`")
            .defined_at(&compute)
            .fixes = fixes;
    }
}
