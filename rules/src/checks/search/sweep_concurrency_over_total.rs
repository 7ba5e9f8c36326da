//! More trials at a time than trials.

use crate::checks::prelude::*;

declare_rule! {
    /// No more trials can run at a time than there are in total. A higher `max_concurrent_trials`
    /// has no effect, and often one of the two numbers is a mistake.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// limits: {max_total_trials: 4, max_concurrent_trials: 9, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// limits: {max_total_trials: 9, max_concurrent_trials: 4, timeout: 7200}
    /// ```
    "sweep-concurrency-over-total", Search, Warning,
    summary: "more concurrent trials than trials in total",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        let numbers = |node: Option<Node<'_>>| node.and_then(known_int);
        let Some(node) = concurrent_trials(work) else {
            continue;
        };
        let (Some(at_once), Some(total)) = (numbers(Some(node)), numbers(total_trials(work)))
        else {
            continue;
        };
        if total < 1 || at_once <= total {
            continue;
        }
        let total_key = if work.task.is_automl() {
            "max_trials"
        } else {
            "max_total_trials"
        };
        cx.report(
            node.range(),
            format!("`max_concurrent_trials` ({at_once}) is more than `{total_key}` ({total})"),
        )
        .note(format!("at most {total} can run at a time"))
        .help(format!(
            "write `max_concurrent_trials: {total}`, or raise the total"
        ))
        .unsafe_fix(
            format!("set `max_concurrent_trials: {total}`"),
            fix::replace(node, total.to_string()),
        );
    }
}
