//! Bayesian sampling with few trials.

use crate::checks::prelude::*;
use crate::compute::limits::BAYESIAN_TRIALS_PER_HYPERPARAMETER;

declare_rule! {
    /// Bayesian sampling learns from finished trials. The documentation recommends at least 20 trials for
    /// each hyperparameter; with fewer, it chooses little better than random sampling, which can run all
    /// trials at the same time.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: bayesian
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: bayesian
    /// limits: {max_total_trials: 20, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    "bayesian-few-trials", Search, Hint,
    summary: "Bayesian sampling with fewer than 20 trials per hyperparameter",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        let is_bayesian = search_space::sampling(work).is_some_and(|(name, _)| name == "bayesian");
        if !is_bayesian || !search_space::is_known(work) {
            continue;
        }
        let Some((node, total)) =
            total_trials(work).and_then(|node| Some((node, known_int(node)?)))
        else {
            continue;
        };
        let count = i64::try_from(search_space::hyperparameters(work).count()).unwrap_or(i64::MAX);
        let enough = BAYESIAN_TRIALS_PER_HYPERPARAMETER.saturating_mul(count);
        if total < 1 || total >= enough {
            continue;
        }
        cx.report(
            node.range(),
            format!(
                "only {} for Bayesian sampling of {}",
                counted(total, "trial"),
                counted(count, "hyperparameter")
            ),
        )
        .note(format!(
            "the documentation recommends at least {BAYESIAN_TRIALS_PER_HYPERPARAMETER} trials \
             per hyperparameter, {enough} in total"
        ))
        .help(format!(
            "write `max_total_trials: {enough}`, or use random sampling"
        ));
    }
}
