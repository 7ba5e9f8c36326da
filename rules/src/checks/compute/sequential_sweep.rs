//! Trials one at a time on a cluster that can run several.

use crate::checks::prelude::*;

declare_rule! {
    /// With `max_concurrent_trials: 1`, a sweep or an AutoML job trains one model at a time,
    /// although the cluster could run each trial on its own node. Nodes are billed by the hour, so
    /// several nodes for a short time cost about as much as one node for a long time.
    ///
    /// Only sweeps with random, grid, or Sobol sampling are reported. Bayesian sampling learns from
    /// finished trials and works better with few trials at a time.
    ///
    /// ```yaml bad path=sweep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// sampling_algorithm: random
    /// compute: azureml:cpu-cluster
    /// trial:
    ///   command: python -m train --lr ${{search_space.lr}}
    ///   environment: azureml:sklearn@latest
    /// search_space:
    ///   lr: {type: uniform, min_value: 0.01, max_value: 1}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_total_trials: 40, max_concurrent_trials: 1}
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
    /// sampling_algorithm: random
    /// compute: azureml:cpu-cluster
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
    /// The fix is unsafe because more nodes run at once.
    "sequential-sweep", Compute, Info,
    summary: "trials that run one at a time on a cluster with room for several",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

/// Minimum number of trials that is reported.
const WORTH_IT: i64 = 4;

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task.searches()) {
        let (Some(trials), true) = (trials(work), order_does_not_matter(work)) else {
            continue;
        };
        let Some((compute, target)) = cx.known_compute(work) else {
            continue;
        };
        let cluster = compute.kind().filter(|kind| *kind == ComputeKind::Cluster);
        let (Some(max), Some(each)) = (cluster.and(compute.max_nodes()), nodes_per_trial(cx, work))
        else {
            continue;
        };
        let room = (max / each).min(trials.unwrap_or(i64::MAX));
        if room < 2 {
            continue;
        }
        let written = concurrent_trials(work);
        if written.is_some_and(|node| known_int(node) != Some(1))
            || written.is_none() && !work.task.is_automl()
        {
            continue;
        }
        // By default AutoML runs one trial at a time.
        let place = written.unwrap_or(target).range();
        let count = trials.map_or("trials".to_owned(), |count| format!("{count} trials"));
        let diagnostic = cx.report(
            place,
            format!(
                "{count} run one at a time, but `{}` has room for {room} at a time",
                compute.name()
            ),
        );
        diagnostic
            .note(format!(
                "in parallel they take about 1/{room} of the time for the same node hours"
            ))
            .help(format!("write `max_concurrent_trials: {room}`"))
            .defined_at(&compute);
        if let Some(edit) = edit(work, written, room) {
            diagnostic.unsafe_fix(format!("set `max_concurrent_trials: {room}`"), edit);
        }
    }
}

/// Returns the number of trials: `Some(None)` for a large default, `None` for too few trials or an
/// unknown number.
fn trials(work: &Work<'_>) -> Option<Option<i64>> {
    match total_trials(work) {
        Some(node) => known_int(node).filter(|total| *total >= WORTH_IT).map(Some),
        // The default of AutoML is one trial for images and text, and a thousand for tables; that
        // of sweeps is a thousand.
        None => (!matches!(work.task, Task::AutoMlImage | Task::AutoMlText)).then_some(None),
    }
}

/// Returns `true` if the sampling doesn't depend on finished trials.
fn order_does_not_matter(work: &Work<'_>) -> bool {
    let sampling = match work.task {
        Task::AutoMlTabular => return true,
        Task::Sweep => work.node.get("sampling_algorithm"),
        _ => work.node.get_path(&["sweep", "sampling_algorithm"]),
    };
    let name = sampling.and_then(|node| known_text(node.get("type").unwrap_or(node)));
    name.is_some_and(|name| {
        ["random", "grid", "sobol"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known))
    })
}

fn edit(work: &Work<'_>, written: Option<Node<'_>>, room: i64) -> Option<Edit> {
    if let Some(node) = written {
        return Some(fix::replace(node, room.to_string()));
    }
    let last = work.node.get("limits")?.entries().last()?;
    Some(fix::insert_key(
        last,
        "max_concurrent_trials",
        &room.to_string(),
    ))
}
