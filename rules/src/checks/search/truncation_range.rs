//! A percentage of trials to end that is not between 1 and 99.

use crate::checks::prelude::*;

declare_rule! {
    /// A truncation selection policy ends a percentage of the trials at each interval. The documentation
    /// allows 1 to 99. The CLI doesn't check it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// early_termination: {type: truncation_selection, truncation_percentage: 100, evaluation_interval: 1}
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// early_termination: {type: truncation_selection, truncation_percentage: 20, evaluation_interval: 1}
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    "truncation-range", Search, Error,
    summary: "a truncation percentage outside 1 to 99",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        let node =
            search_space::policy(work).and_then(|policy| policy.value.get("truncation_percentage"));
        let Some((node, percentage)) = node.and_then(|node| Some((node, known_int(node)?))) else {
            continue;
        };
        if (1..=99).contains(&percentage) {
            continue;
        }
        let nearest = percentage.clamp(1, 99);
        cx.report(
            node.range(),
            format!("`truncation_percentage` must be 1 to 99, not {percentage}"),
        )
        .note("the documentation allows 1 to 99; the CLI doesn't check it")
        .help(format!(
            "write `truncation_percentage: {nearest}`; 20 ends the worst fifth of the trials at \
             each interval"
        ))
        .unsafe_fix(
            format!("set `truncation_percentage: {nearest}`"),
            fix::replace(node, nearest.to_string()),
        );
    }
}
