//! Work that an attached compute doesn't run.

use crate::checks::prelude::*;

declare_rule! {
    /// Computes that exist outside the workspace can be attached to it, but each runs only some
    /// kinds of work. CLI v2 has no job type that runs on a Databricks cluster, an HDInsight
    /// cluster, or a Data Lake Analytics account.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:sklearn@latest
    /// compute: azureml:dbx
    /// ```
    /// ```yaml bad path=azml.yaml
    /// computes:
    ///   dbx: {type: databricks}
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:sklearn@latest
    /// compute: azureml:vm
    /// ```
    /// ```yaml good path=azml.yaml
    /// computes:
    ///   vm: {type: virtualmachine}
    /// ```
    "attached-compute-limited", Compute, Error,
    summary: "work that its attached compute does not run",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-compute-target",
}

fn check(cx: &mut Context<'_>) {
    for target in compute_values(cx) {
        let Some((compute, node)) = cx.known_compute(target.first()) else {
            continue;
        };
        let Some(kind) = compute.kind().filter(|kind| !has_rule_of_its_own(*kind)) else {
            continue;
        };
        let refused = |task: Task| Load::of_task(task).is_some_and(|load| kind.never_takes(load));
        // `spark-compute-kind` reports a Spark job on a compute for other work.
        let Some(target) = target.only(|work| {
            refused(work.task) && (work.task != Task::Spark || kind.capability().takes.is_empty())
        }) else {
            continue;
        };
        let load = Load::of_task(target.first().task).unwrap_or(Load::Command);
        let fixes = compute_fixes::for_works(cx, &target.works, load);
        let message = format!(
            "{} cannot run on `{}`, {}",
            target.subject(),
            compute.name(),
            with_article(kind.label())
        );
        cx.report(node.range(), message)
            .note(format!(
                "CLI v2 has no job type that runs on {}",
                with_article(kind.label())
            ))
            .help("use a compute cluster or serverless compute")
            .defined_at(&compute)
            .fixes = fixes;
    }
}

/// Returns `true` for kinds that `training-on-inference-compute` and `spark-compute-kind` report.
fn has_rule_of_its_own(kind: ComputeKind) -> bool {
    matches!(
        kind,
        ComputeKind::InferenceCluster | ComputeKind::SynapseSpark
    )
}
