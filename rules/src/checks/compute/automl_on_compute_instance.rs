//! AutoML on a compute instance.

use crate::checks::prelude::*;

declare_rule! {
    /// AutoML trains many models and compares them. A compute instance has one node, so all trials
    /// share its cores, memory, and GPU, and the machine is billed until somebody stops it. A
    /// compute cluster or serverless compute runs trials on separate nodes.
    ///
    /// Jobs with one or two trials are not reported.
    ///
    /// ```yaml bad path=automl.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/autoMLJob.schema.json
    /// type: automl
    /// task: image_classification
    /// target_column_name: label
    /// training_data: {type: mltable, path: azureml:images@latest}
    /// compute: azureml:ci-anna
    /// limits: {max_trials: 10, max_concurrent_trials: 2}
    /// ```
    /// ```yaml bad path=ci.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// ```
    /// ```yaml good path=automl.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/autoMLJob.schema.json
    /// type: automl
    /// task: image_classification
    /// target_column_name: label
    /// training_data: {type: mltable, path: azureml:images@latest}
    /// compute: azureml:gpu-cluster
    /// limits: {max_trials: 10, max_concurrent_trials: 2}
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: gpu-cluster
    /// max_instances: 2
    /// ```
    "automl-on-compute-instance", Compute, Warning,
    summary: "AutoML trials that all share one compute instance",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-auto-train-image-models",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task.is_automl()) {
        let Some((compute, node)) = cx.known_compute(work) else {
            continue;
        };
        // `multinode-on-single-node` reports several nodes on one instance.
        let several = node_count(cx, work).is_some_and(|nodes| nodes.count > 1);
        if compute.kind() != Some(ComputeKind::Instance) || several {
            continue;
        }
        match concurrent_trials(work).map(|at_once| (at_once, known_int(at_once))) {
            Some((at_once, Some(count))) if count > 1 => {
                in_parallel(cx, work, &compute, at_once, count);
            }
            Some((_, None)) => {}
            _ => one_at_a_time(cx, work, &compute, node),
        }
    }
}

fn in_parallel<'a>(
    cx: &mut Context<'a>,
    work: &Work<'a>,
    compute: &KnownCompute,
    at_once: Node<'a>,
    count: i64,
) {
    let fixes = compute_fixes::for_work(cx, work, Load::Automl);
    let message = format!(
        "{count} trials at a time share `{}`, a compute instance with one node",
        compute.name()
    );
    let diagnostic = cx.report(at_once.range(), message);
    diagnostic
        .note(single_node::shared_by_trials(compute))
        .help("use a compute cluster or serverless compute, or write `max_concurrent_trials: 1`")
        .defined_at(compute)
        .fixes = fixes;
    diagnostic.unsafe_fix("set `max_concurrent_trials: 1`", fix::replace(at_once, "1"));
}

fn one_at_a_time<'a>(
    cx: &mut Context<'a>,
    work: &Work<'a>,
    compute: &KnownCompute,
    node: Node<'a>,
) {
    let trials = match total_trials(work) {
        Some(total) => match known_int(total) {
            Some(total) if total > 2 => format!("{total} trials"),
            _ => return,
        },
        // The default of AutoML is one trial for images and text, and a thousand for tables.
        None if work.task == Task::AutoMlTabular => "all trials".to_owned(),
        None => return,
    };
    let fixes = compute_fixes::for_work(cx, work, Load::Automl);
    let message = format!(
        "{trials} share `{}`, a compute instance with one node",
        compute.name()
    );
    cx.report(node.range(), message)
        .note(single_node::shared_by_trials(compute))
        .help("use a compute cluster or serverless compute, which run trials on separate nodes")
        .defined_at(compute)
        .fixes = fixes;
}
