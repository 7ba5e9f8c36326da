//! A sweep on a compute with one node.

use crate::checks::prelude::*;

declare_rule! {
    /// A sweep trains many models and compares them. A compute instance or an attached virtual
    /// machine has one node, so all trials share its cores, memory, and GPU. An instance runs one
    /// job per vCPU at a time, queues the others, and is billed until somebody stops it. A compute
    /// cluster or serverless compute runs trials on separate nodes and removes these afterward.
    ///
    /// Sweeps with one or two trials are not reported, because they only try out the file.
    ///
    /// ```yaml bad path=sweep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// compute: azureml:ci-anna
    /// sampling_algorithm: random
    /// trial:
    ///   command: python -m train --lr ${{search_space.lr}}
    ///   environment: azureml:sklearn@latest
    /// search_space:
    ///   lr: {type: uniform, min_value: 0.01, max_value: 1}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_total_trials: 24, max_concurrent_trials: 4}
    /// ```
    /// ```yaml bad path=ci.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_shutdown_minutes: 60
    /// ```
    /// ```yaml good path=sweep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// compute: azureml:cpu-cluster
    /// sampling_algorithm: random
    /// trial:
    ///   command: python -m train --lr ${{search_space.lr}}
    ///   environment: azureml:sklearn@latest
    /// search_space:
    ///   lr: {type: uniform, min_value: 0.01, max_value: 1}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_total_trials: 24, max_concurrent_trials: 4}
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 4
    /// ```
    "sweep-on-single-node", Compute, Warning,
    summary: "a sweep whose trials all share one machine",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Sweep) {
        let Some((compute, node)) = cx.known_compute(work) else {
            continue;
        };
        let Some(kind) = compute.kind().filter(|kind| kind.is_single_node()) else {
            continue;
        };
        let total = total_trials(work).and_then(known_int);
        // `multinode-on-single-node` reports trials of several nodes each, which don't run there at all.
        if total.is_some_and(|total| total <= 2)
            || cx.instance_count(work).is_some_and(|(count, _)| count > 1)
        {
            continue;
        }
        let trials = total.map_or("all trials".to_owned(), |total| format!("{total} trials"));
        let message = format!(
            "{trials} share `{}`, {} with one node",
            compute.name(),
            with_article(kind.label())
        );
        let fixes = compute_fixes::for_work(cx, work, Load::Sweep);
        let diagnostic = cx.report(node.range(), message);
        diagnostic
            .note(single_node::shared_by_trials(&compute))
            .help(
                "use a compute cluster or serverless compute, which run trials on separate nodes",
            );
        diagnostic.defined_at(&compute).fixes = fixes;
    }
}
