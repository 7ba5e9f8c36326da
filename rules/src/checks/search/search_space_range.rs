//! A distribution that has no values, or only one.

use crate::checks::prelude::*;
use crate::document::search_space::Hyperparameter;

declare_rule! {
    /// `min_value` must be less than `max_value`, and `q`, `sigma`, and `upper` must be greater than 0. The
    /// CLI doesn't check them.
    ///
    /// If `min_value` is greater than `max_value`, or `upper` is less than 1, there is no value to try. If
    /// the two bounds are equal, or `sigma` is 0, every trial gets the same value; this is a warning.
    /// A negative `sigma` isn't a standard deviation, and values can't be rounded to multiples of a `q`
    /// that isn't positive.
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
    summary: "a distribution of a search space without values, or with only one",
    fix: Unsafe,
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
    let message = if low > high {
        format!(
            "`min_value` must be less than `max_value`, but {low_text} isn't less than {high_text}"
        )
    } else {
        "`min_value` and `max_value` are equal".to_owned()
    };
    let diagnostic = cx.report(low_node.range(), message);
    if low > high {
        diagnostic
            .note("no value lies between them; the CLI doesn't check this")
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
    let Some((number, node)) = parameter.number(key).filter(|(number, _)| *number <= 0.0) else {
        return;
    };
    let is_constant = key == "sigma" && number == 0.0;
    let diagnostic = cx.report(
        node.range(),
        format!("`{key}` must be greater than 0, not {}", node.raw()),
    );
    diagnostic
        .note(match key {
            "q" => "values are rounded to multiples of `q`; the CLI doesn't check it",
            "upper" => "values are less than `upper`, so there is none; the CLI doesn't check it",
            _ if is_constant => "every trial gets the same value",
            _ => "`sigma` is a standard deviation; the CLI doesn't check it",
        })
        .help(format!("write a `{key}` that is greater than 0"));
    if is_constant {
        diagnostic.level(Level::Warning);
    }
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
