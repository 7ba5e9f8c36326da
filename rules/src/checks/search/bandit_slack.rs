//! A bandit policy without slack, or with two.

use crate::checks::prelude::*;

declare_rule! {
    /// A bandit policy ends trials that are further from the best one than a slack allows. It needs either
    /// `slack_factor`, a ratio, or `slack_amount`, a difference. The CLI accepts a policy with neither, and
    /// one with both.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// early_termination: {type: bandit, evaluation_interval: 1}
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// early_termination: {type: bandit, slack_factor: 0.1, evaluation_interval: 1}
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    "bandit-slack", Search, Error,
    summary: "a bandit policy that does not have exactly one slack",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-sweep",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        let Some(policy) = search_space::policy(work) else {
            continue;
        };
        let value = policy.value;
        let is_bandit = value
            .get("type")
            .and_then(known_text)
            .is_some_and(|name| name.eq_ignore_ascii_case("bandit"));
        if !is_bandit || value.is_incomplete() {
            continue;
        }
        match (value.get("slack_factor"), value.get("slack_amount")) {
            (None, None) => {
                let diagnostic = cx.report(
                    policy.key.range(),
                    "a bandit policy needs `slack_factor` or `slack_amount`",
                );
                diagnostic
                    .note("the documentation requires one of them; the CLI doesn't check it")
                    .help(
                        "add `slack_factor: 0.1` to end trials that are more than 10% worse than \
                         the best one",
                    );
                if let Some(edit) = fix::add_below(policy, "slack_factor", "0.1") {
                    diagnostic.unsafe_fix("add `slack_factor: 0.1`", edit);
                }
            }
            (Some(_), Some(amount)) => {
                cx.report(
                    amount.key().unwrap_or(amount).range(),
                    "`slack_factor` and `slack_amount` can't be used together",
                )
                .level(Level::Warning)
                .note("a policy takes either a ratio or a difference")
                .help("keep one, and remove the other");
            }
            _ => {}
        }
    }
}
