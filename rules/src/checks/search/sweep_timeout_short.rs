//! A sweep that may end before all its trials have run.

use crate::checks::prelude::*;
use crate::estimate::estimate_work;

declare_rule! {
    /// At most `max_concurrent_trials` trials run at a time. If each trial takes as long as `trial_timeout`
    /// allows, all of them may take longer than `timeout`. The sweep is then canceled with the trials that
    /// are still running, and the others never start.
    ///
    /// This rule doesn't report sweep steps of pipelines, in which `trial_timeout` may have no effect.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.1, max_value: 0.9}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// compute: azureml:cpu-cluster
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200, trial_timeout: 3600}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.1, max_value: 0.9}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// compute: azureml:cpu-cluster
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 14400, trial_timeout: 3600}
    /// ```
    "sweep-timeout-short", Search, Info,
    marks: [Preview],
    summary: "a sweep whose trials may take longer than its timeout",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Sweep) {
        if work.step.is_some() {
            continue;
        }
        let limit = |key| {
            let node = work.node.get_path(&["limits", key])?;
            Some((node, known_int(node).filter(|number| *number > 0)?))
        };
        let (Some((node, timeout)), Some((_, trial))) = (limit("timeout"), limit("trial_timeout"))
        else {
            continue;
        };
        let Some(trials) = estimate_work(cx.workspace, cx.document, work).trials else {
            continue;
        };
        let rounds = trials.rounds();
        let needed = rounds.saturating_mul(trial);
        // Another rule reports a single trial that may take longer.
        if trial > timeout || needed <= timeout {
            continue;
        }
        cx.report(
            node.range(),
            format!(
                "{} may take {}, but the sweep is canceled after {}",
                counted(trials.total, "trial"),
                duration(needed),
                duration(timeout)
            ),
        )
        .note(format!(
            "{} of {} each, at most {} at a time",
            counted(rounds, "round"),
            duration(trial),
            counted(trials.at_a_time, "trial")
        ))
        .help(format!(
            "write `timeout: {needed}`, or a shorter `trial_timeout`"
        ));
    }
}
