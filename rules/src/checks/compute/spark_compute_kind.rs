//! Spark work on a compute without Spark, and other work on a Spark pool.

use crate::checks::prelude::*;
use crate::checks::shared::compute::compute_values::is_serverless_spark;

declare_rule! {
    /// A Spark job runs on serverless Spark (`resources` without `compute`) or on an attached
    /// Synapse Spark pool. It can't run on a compute cluster, a compute instance, a virtual
    /// machine, or Kubernetes, and a Spark pool can't run other jobs.
    ///
    /// ```yaml bad path=wrangle.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: wrangle.py}
    /// compute: azureml:cpu-cluster
    /// conf:
    ///   spark.driver.cores: 1
    ///   spark.driver.memory: 2g
    ///   spark.executor.cores: 2
    ///   spark.executor.memory: 2g
    ///   spark.executor.instances: 2
    /// ```
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// ```
    /// ```yaml good path=wrangle.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: wrangle.py}
    /// compute: azureml:spark-pool
    /// conf:
    ///   spark.driver.cores: 1
    ///   spark.driver.memory: 2g
    ///   spark.executor.cores: 2
    ///   spark.executor.memory: 2g
    ///   spark.executor.instances: 2
    /// ```
    /// ```yaml good path=pool.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/synapseSparkCompute.schema.json
    /// type: synapsespark
    /// name: spark-pool
    /// resource_id: /subscriptions/0000/resourceGroups/ml/providers/Microsoft.Synapse/workspaces/w/bigDataPools/p
    /// ```
    "spark-compute-kind", Compute, Error,
    summary: "Spark on a compute that cannot run it, or other work on a Spark pool",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-submit-spark-jobs",
}

fn check(cx: &mut Context<'_>) {
    for target in compute_values(cx) {
        let Some((compute, _)) = cx.known_compute(target.first()) else {
            continue;
        };
        match compute.kind() {
            Some(ComputeKind::SynapseSpark) => on_pool(cx, &target, &compute),
            Some(
                kind @ (ComputeKind::Cluster
                | ComputeKind::Instance
                | ComputeKind::VirtualMachine
                | ComputeKind::Kubernetes),
            ) => without_spark(cx, &target, &compute, kind),
            _ => {}
        }
    }
}

fn without_spark<'a>(
    cx: &mut Context<'a>,
    target: &ComputeValue<'a>,
    compute: &KnownCompute,
    kind: ComputeKind,
) {
    let Some(target) = target.only(|work| work.task == Task::Spark && !is_serverless_spark(work))
    else {
        return;
    };
    let fixes = compute_fixes::for_works(cx, &target.works, Load::Spark);
    let (name, article) = (compute.name(), with_article(kind.label()));
    cx.report(
        target.node.range(),
        format!(
            "{} cannot run on `{name}`, {article}",
            spark_subject(&target)
        ),
    )
    .note("Spark jobs run on serverless Spark or on an attached Synapse Spark pool")
    .help(
        "replace `compute` with `resources` (`instance_type` and `runtime_version`), or use a \
         Spark pool",
    )
    .defined_at(compute)
    .fixes = fixes;
}

fn spark_subject(target: &ComputeValue<'_>) -> String {
    if target.first().step.is_some() {
        target.subject()
    } else {
        "this Spark job".to_owned()
    }
}

fn is_refused_by_pool(task: Task) -> bool {
    Load::of_task(task).is_some_and(|load| ComputeKind::SynapseSpark.never_takes(load))
}

fn on_pool<'a>(cx: &mut Context<'a>, target: &ComputeValue<'a>, compute: &KnownCompute) {
    let Some(target) = target.only(|work| is_refused_by_pool(work.task)) else {
        return;
    };
    let load = Load::of_task(target.first().task).unwrap_or(Load::Command);
    let fixes = compute_fixes::for_works(cx, &target.works, load);
    let name = compute.name();
    cx.report(
        target.node.range(),
        format!("{} cannot run on `{name}`, a Spark pool", target.subject()),
    )
    .note("an attached Synapse Spark pool only runs Spark jobs")
    .help("use a compute cluster or serverless compute")
    .defined_at(compute)
    .fixes = fixes;
}
