//! Bounds of a log-uniform distribution that are values, not exponents.

use crate::checks::prelude::*;
use crate::document::search_space::Hyperparameter;

declare_rule! {
    /// `loguniform` and `qloguniform` draw exp(x), with x between `min_value` and `max_value`. Bounds of 0.0001
    /// and 0.1 don't give values from 0.0001 to 0.1, but from 1.0001 to 1.105. For 0.0001 to 0.1, write the
    /// natural logarithms, -9.21 and -2.303.
    ///
    /// This is reported if both bounds are between 0 and 1 and at least a factor of 10 apart, or if the upper
    /// bound is over 50, which would give values over 5 × 10²¹.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: loguniform, min_value: 0.0001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: loguniform, min_value: -9.21, max_value: -2.303}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    "loguniform-bounds", Search, Warning,
    summary: "bounds of a log-uniform distribution that look like values",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-sweep",
}

/// exp(50) is over 5 × 10²¹, too large for a hyperparameter.
const LARGE: f64 = 50.0;

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        for parameter in search_space::hyperparameters(work) {
            if matches!(
                parameter.distribution.as_str(),
                "loguniform" | "qloguniform"
            ) {
                check_bounds(cx, &parameter);
            }
        }
    }
}

fn check_bounds(cx: &mut Context<'_>, parameter: &Hyperparameter<'_>) {
    let (Some((low, low_node)), Some((high, high_node))) =
        (parameter.number("min_value"), parameter.number("max_value"))
    else {
        return;
    };
    let are_small = low > 0.0 && high <= 1.0 && high / low >= 10.0;
    let are_large = low > 0.0 && low < high && high > LARGE;
    if !are_small && !are_large {
        return;
    }
    let (from, to) = (shown(low.ln()), shown(high.ln()));
    let (low_text, high_text) = (low_node.raw(), high_node.raw());
    let message = if are_small {
        format!(
            "the values of `{}` are {} to {}, not {low_text} to {high_text}",
            parameter.name(),
            shown(low.exp()),
            shown(high.exp())
        )
    } else {
        format!(
            "the values of `{}` reach exp({high_text}), not {high_text}",
            parameter.name()
        )
    };
    cx.report(low_node.range().cover(high_node.range()), message)
        .note(format!(
            "the bounds of `{}` are exponents: it draws exp(x), with x between them",
            parameter.distribution
        ))
        .help(format!(
            "for {low_text} to {high_text}, write `min_value: {from}` and `max_value: {to}`"
        ))
        .fix(Fix::unsafe_(
            "write the natural logarithms of the bounds",
            vec![
                fix::replace(low_node, from.clone()),
                fix::replace(high_node, to.clone()),
            ],
        ));
}

/// Formats a number with four significant digits.
fn shown(number: f64) -> String {
    let whole = number.abs().max(1.0).log10().floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 3"
    )]
    let decimals = (3.0 - whole).clamp(0.0, 3.0) as usize;
    let text = format!("{number:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}
