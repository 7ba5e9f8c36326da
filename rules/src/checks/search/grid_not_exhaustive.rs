//! A grid that is larger than the number of trials.

use crate::checks::prelude::*;
use crate::compute::limits::SWEEP_TRIALS_MAX;

declare_rule! {
    /// Grid sampling tries every combination of values. If `max_total_trials` is smaller than the number of
    /// combinations, the sweep ends before it has tried them all, and which ones are left out depends on
    /// their order, not on their results.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}} --depth ${{search_space.depth}}", environment: azureml:training:3}
    /// search_space: {lr: {type: choice, values: [0.1, 0.01, 0.001]}, depth: {type: choice, values: [2, 4, 8, 16]}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: grid
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}} --depth ${{search_space.depth}}", environment: azureml:training:3}
    /// search_space: {lr: {type: choice, values: [0.1, 0.01]}, depth: {type: choice, values: [2, 4, 8, 16]}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: grid
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    "grid-not-exhaustive", Search, Warning,
    summary: "fewer trials than a grid has combinations",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        let is_grid = search_space::sampling(work).is_some_and(|(name, _)| name == "grid");
        if !is_grid {
            continue;
        }
        let Some((node, total)) =
            total_trials(work).and_then(|node| Some((node, known_int(node)?)))
        else {
            continue;
        };
        let points = search_space::combinations(work);
        let Some(points) = points.filter(|points| total > 0 && *points > total) else {
            continue;
        };
        let diagnostic = cx.report(
            node.range(),
            format!("the grid has {points} combinations, but only {total} of them run"),
        );
        diagnostic.note("the sweep ends before it has tried every combination");
        if points <= SWEEP_TRIALS_MAX {
            diagnostic
                .help(format!(
                    "write `max_total_trials: {points}`, remove values, or use random sampling"
                ))
                .unsafe_fix(
                    format!("run all {points} trials"),
                    fix::replace(node, points.to_string()),
                );
        } else {
            diagnostic.help(format!(
                "remove values, or use random sampling; a sweep can have at most \
                 {SWEEP_TRIALS_MAX} trials"
            ));
        }
    }
}
