//! More trials at a time than a cluster has nodes for.

use crate::checks::prelude::*;

declare_rule! {
    /// Each trial of a sweep or an AutoML job takes one node, or `resources.instance_count` nodes.
    /// If `max_concurrent_trials` asks for more trials than the cluster has nodes for, the rest
    /// wait in the queue, and the higher number doesn't make the job faster.
    ///
    /// ```yaml bad path=sweep.yml
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
    /// limits: {max_total_trials: 40, max_concurrent_trials: 10}
    /// ```
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 4
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
    /// limits: {max_total_trials: 40, max_concurrent_trials: 4}
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 4
    /// ```
    ///
    /// The fix is unsafe because the cluster may have been given more nodes since its file was
    /// written.
    "concurrency-exceeds-nodes", Compute, Warning,
    summary: "more trials at a time than the cluster has nodes for",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task.searches()) {
        let Some(node) = concurrent_trials(work) else {
            continue;
        };
        let (Some(concurrent), Some(each)) = (known_int(node), nodes_per_trial(cx, work)) else {
            continue;
        };
        let Some((compute, _)) = cx.known_compute(work) else {
            continue;
        };
        let Some(max) = compute
            .kind()
            .filter(|kind| *kind == ComputeKind::Cluster)
            .and(compute.max_nodes())
        else {
            continue;
        };
        // `nodes-exceed-cluster-max` reports a single trial that doesn't fit. The concurrent trials
        // are limited by the total.
        let fitting = max / each;
        let at_once = total_trials(work)
            .and_then(known_int)
            .map_or(concurrent, |total| concurrent.min(total));
        if fitting < 1 || at_once <= fitting {
            continue;
        }
        let per_trial = if each > 1 {
            format!(" on {each} nodes each")
        } else {
            String::new()
        };
        let needed = at_once.saturating_mul(each);
        let name = compute.name();
        cx.report(
            node.range(),
            format!(
                "{at_once} trials at a time{per_trial} need {needed} nodes, but `{name}` has at \
                 most {max}"
            ),
        )
        .note(format!(
            "{fitting} run at a time, and the others wait in the queue"
        ))
        .help(format!(
            "write `max_concurrent_trials: {fitting}`, or raise `max_instances` of `{name}` to \
             {needed}"
        ))
        .defined_at(&compute)
        .unsafe_fix(
            format!("set `max_concurrent_trials: {fitting}`"),
            fix::replace(node, fitting.to_string()),
        );
    }
}
