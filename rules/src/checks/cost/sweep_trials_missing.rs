//! Sweeps without a number of trials.

use crate::checks::prelude::*;

declare_rule! {
    /// The CLI rejects a sweep without `limits.max_total_trials`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_concurrent_trials: 4, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_total_trials: 20, max_concurrent_trials: 4, timeout: 7200}
    /// ```
    "sweep-trials-missing", Cost, Error,
    summary: "a sweep without `limits.max_total_trials`",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-sweep",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::SweepTrialsMissing) {
        let Fault::MissingKey { name, mapping, .. } = problem.fault else {
            continue;
        };
        let limits = (name != "limits").then_some(mapping);
        let at = limits.and_then(Node::key).unwrap_or(problem.at);
        let diagnostic = cx.report(at.range(), "the sweep has no `max_total_trials`");
        diagnostic
            .note("the CLI rejects a sweep without a maximum number of trials")
            .help("add `limits: {max_total_trials: 20, max_concurrent_trials: 4}`");
        diagnostic.fixes.extend(limit(mapping, limits));
    }
}

/// Adds a number of trials to the `limits` of a sweep, or to the sweep itself.
fn limit(sweep: Node<'_>, limits: Option<Node<'_>>) -> Option<Fix> {
    if let Some(limits) = limits {
        let last = limits.entries().last()?;
        let edit = fix::insert_key(last, "max_total_trials", "20");
        return Some(Fix::unsafe_("run at most 20 trials", vec![edit]));
    }
    let after = sweep.entry("type").or_else(|| sweep.entries().last())?;
    let value = if sweep.is_flow() {
        "{max_total_trials: 20, max_concurrent_trials: 4}"
    } else {
        "max_total_trials: 20\nmax_concurrent_trials: 4"
    };
    let edit = fix::insert_key(after, "limits", value);
    Some(Fix::unsafe_(
        "run at most 20 trials, 4 at a time",
        vec![edit],
    ))
}
