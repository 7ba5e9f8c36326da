//! A number of trials that is not allowed, and limits that contradict each other.

use crate::checks::prelude::*;
use crate::compute::limits::SWEEP_TRIALS_MAX;

declare_rule! {
    /// A sweep can have 1 to 1,000 trials, and run 1 to 1,000 of them at a time. The CLI doesn't check
    /// it. The service rejects another total: "Must be between 1 and 1000."
    /// ([MachineLearningNotebooks#1617](https://github.com/Azure/MachineLearningNotebooks/issues/1617)).
    ///
    /// If `trial_timeout` is longer than `timeout`, the sweep is canceled before the limit of a trial is
    /// reached, so `trial_timeout` has no effect. This is a warning.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// limits: {max_total_trials: 2000, max_concurrent_trials: 4, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// limits: {max_total_trials: 1000, max_concurrent_trials: 4, timeout: 7200}
    /// ```
    "sweep-limit-range", Search, Error,
    summary: "a limit of a sweep that is not allowed or that has no effect",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        if work.task != Task::Sweep {
            continue;
        }
        for key in ["max_total_trials", "max_concurrent_trials"] {
            let node = work.node.get_path(&["limits", key]);
            if let Some((node, count)) = node.and_then(|node| Some((node, known_int(node)?))) {
                check_count(cx, key, node, count);
            }
        }
        check_timeouts(cx, work);
    }
}

fn check_count(cx: &mut Context<'_>, key: &str, node: Node<'_>, count: i64) {
    let allowed = 1..=SWEEP_TRIALS_MAX;
    if allowed.contains(&count) {
        return;
    }
    let nearest = count.clamp(1, SWEEP_TRIALS_MAX);
    cx.report(
        node.range(),
        format!("`{key}` must be 1 to {SWEEP_TRIALS_MAX}, not {count}"),
    )
    .note(if key == "max_total_trials" {
        "the CLI doesn't check it, and the service rejects the sweep".to_owned()
    } else {
        format!("the documentation allows 1 to {SWEEP_TRIALS_MAX}; the CLI doesn't check it")
    })
    .help(format!("write `{key}: {nearest}`"))
    .unsafe_fix(
        format!("set `{key}: {nearest}`"),
        fix::replace(node, nearest.to_string()),
    );
}

fn check_timeouts(cx: &mut Context<'_>, work: &Work<'_>) {
    let of = |key| {
        let node = work.node.get_path(&["limits", key])?;
        Some((node, known_int(node)?))
    };
    let (Some((node, trial)), Some((_, whole))) = (of("trial_timeout"), of("timeout")) else {
        return;
    };
    if whole < 1 || trial <= whole {
        return;
    }
    cx.report(
        node.range(),
        format!(
            "a trial may run for {}, but the whole sweep is canceled after {}",
            duration(trial),
            duration(whole)
        ),
    )
    .level(Level::Warning)
    .note("both limits are in seconds; this one is never reached")
    .help("make `timeout` long enough for all trials, or `trial_timeout` shorter");
}
