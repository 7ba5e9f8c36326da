//! More nodes than a cluster can have.

use crate::checks::prelude::*;

declare_rule! {
    /// A cluster scales up to its `max_instances` nodes. A job that asks for more nodes can't start
    /// on it. Clusters whose file doesn't set `max_instances` are not reported.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:pytorch@latest
    /// compute: azureml:gpu-cluster
    /// resources: {instance_count: 8}
    /// distribution: {type: pytorch, process_count_per_instance: 1}
    /// ```
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: gpu-cluster
    /// max_instances: 4
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:pytorch@latest
    /// compute: azureml:gpu-cluster
    /// resources: {instance_count: 4}
    /// distribution: {type: pytorch, process_count_per_instance: 1}
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: gpu-cluster
    /// max_instances: 4
    /// ```
    "nodes-exceed-cluster-max", Compute, Error,
    summary: "work that asks for more nodes than its cluster can have",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-attach-compute-cluster",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task != Task::Spark) {
        let Some(requested) = node_count(cx, work) else {
            continue;
        };
        let Some((compute, target)) = cx.known_compute(work) else {
            continue;
        };
        let Some(max) = exceeded(&compute, requested.count) else {
            continue;
        };
        let Some(place) = requested.place(cx, work) else {
            continue;
        };
        let load = Load::of_task(work.task).unwrap_or(Load::Command);
        let mut fixes = Vec::new();
        if let Some(each) = nodes_each(work, max) {
            fixes.extend(requested.fix_to(cx, each));
        }
        fixes.extend(if requested.key == "max_nodes" {
            compute_fixes::for_value(cx, target, load, requested.count)
        } else {
            compute_fixes::for_work(cx, work, load)
        });
        report(cx, place, &work.subject(), &requested, &compute).fixes = fixes;
    }
    batch_deployment(cx);
}

/// Returns how many of `max` nodes each trial can have; all of them if trials run one at a time.
fn nodes_each(work: &Work<'_>, max: i64) -> Option<i64> {
    if work.task != Task::Sweep {
        return Some(max);
    }
    let at_a_time = concurrent_trials(work).and_then(known_int);
    Some(max / at_a_time.unwrap_or(1).max(1)).filter(|each| *each >= 1)
}

fn batch_deployment(cx: &mut Context<'_>) {
    let Some(deployment) = cx.document.batch_deployment() else {
        return;
    };
    let (Some(target), Some(node)) = (deployment.compute, deployment.instance_count) else {
        return;
    };
    let Some(count) = known_int(node) else { return };
    let Resolution::Known(compute) = cx.resolve_compute(target) else {
        return;
    };
    let Some(max) = exceeded(&compute, count) else {
        return;
    };
    let requested = NodeCount {
        count,
        node,
        key: "instance_count",
    };
    let mut fixes: Vec<Fix> = requested.fix_to(cx, max).into_iter().collect();
    fixes.extend(compute_fixes::for_value(cx, target, Load::Batch, count));
    report(
        cx,
        node.range(),
        "this batch deployment",
        &requested,
        &compute,
    )
    .fixes = fixes;
}

/// Returns the maximum number of nodes of a cluster, if it is less than `count`.
fn exceeded(compute: &KnownCompute, count: i64) -> Option<i64> {
    compute
        .kind()
        .filter(|kind| *kind == ComputeKind::Cluster)?;
    compute.max_nodes().filter(|max| *max >= 1 && count > *max)
}

fn report<'c>(
    cx: &'c mut Context<'_>,
    place: TextRange,
    subject: &str,
    requested: &NodeCount<'_>,
    compute: &KnownCompute,
) -> &'c mut Diagnostic {
    let (count, max, name) = (
        requested.count,
        compute.max_nodes().unwrap_or_default(),
        compute.name(),
    );
    let diagnostic = cx.report(
        place,
        format!("{subject} asks for {count} nodes, but `{name}` has at most {max}"),
    );
    // `max_nodes` is only a limit: the job runs on the available nodes.
    if requested.key == "max_nodes" {
        diagnostic
            .level(Level::Warning)
            .note(format!("the job can use {max} nodes at most"));
    } else {
        diagnostic.note("a job needs all its nodes at the same time, so this one can't start");
    }
    diagnostic
        .help(format!(
            "write `{}: {max}`, or raise `max_instances` of `{name}` to {count}",
            requested.key
        ))
        .defined_at(compute)
}
