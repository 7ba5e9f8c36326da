//! Bayesian sampling of a distribution that it does not support.

use crate::checks::prelude::*;

declare_rule! {
    /// The documentation allows Bayesian sampling only for `choice`, `uniform`, and `quniform`. The CLI
    /// doesn't check it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: loguniform, min_value: -7, max_value: -2}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: bayesian
    /// limits: {max_total_trials: 20, max_concurrent_trials: 2, timeout: 7200}
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
    "bayesian-distribution", Search, Error,
    summary: "Bayesian sampling of a distribution that it does not support",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

/// Distributions that Bayesian sampling supports, by "Hyperparameter tuning a model" of 2025-09-15.
const SUPPORTED: [&str; 3] = ["choice", "uniform", "quniform"];

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        let Some((_, node)) = search_space::sampling(work).filter(|(name, _)| name == "bayesian")
        else {
            continue;
        };
        let path = cx.document.shared_path();
        for parameter in search_space::hyperparameters(work) {
            if SUPPORTED.contains(&parameter.distribution.as_str()) {
                continue;
            }
            cx.report(
                parameter.type_node.range(),
                format!(
                    "Bayesian sampling doesn't support `{}`, the distribution of `{}`",
                    parameter.distribution,
                    parameter.name()
                ),
            )
            .note(
                "the documentation allows `choice`, `uniform`, and `quniform`; the CLI doesn't \
                 check it",
            )
            .help("use one of these distributions, or random sampling")
            .related(&path, node.range(), "Bayesian sampling is chosen here")
            .unsafe_fix("use random sampling", fix::replace(node, "random"));
        }
    }
}
