//! A distribution that has no values.

use crate::checks::prelude::*;
use crate::checks::shared::search_space::Hyperparameter;

declare_rule! {
    /// `min_value` must be less than `max_value`, and `q`, `sigma`, and `upper` must be greater than 0. The
    /// CLI doesn't check them. With other numbers, the distribution has no values.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.9, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.1, max_value: 0.9}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    "search-space-range", Search, Error,
    summary: "a distribution of a search space without values",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        for parameter in search_space::hyperparameters(work) {
            check_bounds(cx, &parameter);
            for key in ["q", "sigma", "upper"] {
                check_positive(cx, &parameter, key);
            }
            check_choice(cx, &parameter);
        }
    }
}

fn check_bounds(cx: &mut Context<'_>, parameter: &Hyperparameter<'_>) {
    let (Some((low, low_node)), Some((high, high_node))) =
        (parameter.number("min_value"), parameter.number("max_value"))
    else {
        return;
    };
    if low < high || low.is_nan() || high.is_nan() {
        return;
    }
    let (low_text, high_text) = (low_node.raw(), high_node.raw());
    let diagnostic = cx.report(
        low_node.range(),
        format!(
            "`min_value` must be less than `max_value`, but {low_text} isn't less than {high_text}"
        ),
    );
    if low > high {
        diagnostic
            .note("the CLI doesn't compare the two, and no value is between them")
            .help("swap the two values")
            .fix(Fix::unsafe_(
                "swap the two values",
                vec![
                    fix::replace(low_node, high_text),
                    fix::replace(high_node, low_text),
                ],
            ));
    } else {
        diagnostic
            .level(Level::Warning)
            .note(format!("every trial gets the same value, {low_text}"))
            .help("write two different values, or pass the value in `command`");
    }
}

fn check_positive(cx: &mut Context<'_>, parameter: &Hyperparameter<'_>, key: &str) {
    let Some((_, node)) = parameter.number(key).filter(|(number, _)| *number <= 0.0) else {
        return;
    };
    cx.report(
        node.range(),
        format!("`{key}` must be greater than 0, not {}", node.raw()),
    )
    .note("the CLI accepts the value, but the distribution has no meaning with it")
    .help(format!("write a `{key}` that is greater than 0"));
}

fn check_choice(cx: &mut Context<'_>, parameter: &Hyperparameter<'_>) {
    if parameter.choices() != Some(0) {
        return;
    }
    cx.report(
        parameter.entry.value.range(),
        format!("`{}` has no values to choose from", parameter.name()),
    )
    .note("the CLI accepts an empty list, but a trial needs a value")
    .help("list the values to try: `values: [0.001, 0.01]`");
}
