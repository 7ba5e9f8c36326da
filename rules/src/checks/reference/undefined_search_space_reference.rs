//! `${{search_space.x}}` without a parameter `x`.

use crate::checks::prelude::*;

declare_rule! {
    /// The trial of a sweep reads the sampled values with `${{search_space.name}}`. A name that is
    /// not in `search_space` has no value, so every trial fails. The CLI does not check this.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// objective: {goal: maximize, primary_metric: accuracy}
    /// limits: {max_total_trials: 20, max_concurrent_trials: 4}
    /// trial:
    ///   command: python train.py --lr ${{search_space.learning_rat}}
    ///   code: src
    ///   environment: azureml:sklearn@latest
    /// search_space:
    ///   learning_rate: {type: uniform, min_value: 0.01, max_value: 0.9}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// objective: {goal: maximize, primary_metric: accuracy}
    /// limits: {max_total_trials: 20, max_concurrent_trials: 4}
    /// trial:
    ///   command: python train.py --lr ${{search_space.learning_rate}}
    ///   code: src
    ///   environment: azureml:sklearn@latest
    /// search_space:
    ///   learning_rate: {type: uniform, min_value: 0.01, max_value: 0.9}
    /// ```
    "undefined-search-space-reference", Reference, Error,
    marks: [Unfinished],
    summary: "a trial that uses a hyperparameter that is not in `search_space`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-sweep",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions_in(ExpressionRole::Run) {
        let Target::SearchSpace(name) = &expression.target else {
            continue;
        };
        let Some(space) = program
            .scope(site)
            .and_then(|scope| scope.search_space.as_ref())
        else {
            continue;
        };
        if !unknown_names::is_plain(name.text) || space.has(name.text) {
            continue;
        }
        let known = unknown_names::KnownNames::of(cx, space);
        let message = format!("`{}` is not in `search_space`", name.text);
        let Some(diagnostic) = unknown_names::report(cx, &site.text, name, message, &known) else {
            continue;
        };
        diagnostic.note(if known.is_empty() {
            "no trial gets a value for it: the sweep has no `search_space`".to_owned()
        } else {
            unknown_names::known_in("hyperparameters", &known)
        });
    }
}
