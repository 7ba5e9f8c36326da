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
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-sweep",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::SweepTrialsMissing) {
        let SchemaFault::MissingKey { name, mapping, .. } = problem.fault else {
            continue;
        };
        let limits = (name != "limits").then_some(mapping);
        if has_other_name(mapping, limits) {
            continue;
        }
        let at = limits.and_then(Node::key).unwrap_or(problem.at);
        let diagnostic = cx.report(at.range(), "the sweep has no `max_total_trials`");
        diagnostic
            .note("the CLI rejects a sweep without a maximum number of trials")
            .help("add `limits: {max_total_trials: 8, max_concurrent_trials: 4, timeout: 14400}`");
        diagnostic.fixes.extend(limit(mapping, limits));
    }
}

/// Returns `true` if the number is in another place or has another name, which is a finding of its own.
fn has_other_name(mapping: Node<'_>, limits: Option<Node<'_>>) -> bool {
    let sweep = limits.map_or(Some(mapping), Node::parent);
    let mut places = limits.into_iter().chain(sweep);
    places.any(|it| it.get("max_total_trials").is_some() || it.get("max_trials").is_some())
}

/// Number of trials for which a sweep needs no early termination.
const TRIALS: i64 = 8;
const AT_A_TIME: &str = "4";
/// Four hours, in seconds.
const TIMEOUT: &str = "14400";

/// Adds a number of trials to the `limits` of a sweep, or limits to the sweep itself, with the
/// other limits that further rules require.
fn limit(sweep: Node<'_>, limits: Option<Node<'_>>) -> Option<Fix> {
    if let Some(limits) = limits {
        return in_limits(limits);
    }
    let after = sweep.entry("type").or_else(|| sweep.entries().last())?;
    let value = if sweep.is_flow() {
        format!(
            "{{max_total_trials: {TRIALS}, max_concurrent_trials: {AT_A_TIME}, timeout: {TIMEOUT}}}"
        )
    } else {
        format!(
            "max_total_trials: {TRIALS}\nmax_concurrent_trials: {AT_A_TIME}\ntimeout: {TIMEOUT}"
        )
    };
    Some(Fix::unsafe_(
        format!("run at most {TRIALS} trials, {AT_A_TIME} at a time, and end after 4 hours"),
        vec![fix::insert_key(after, "limits", &value)],
    ))
}

fn in_limits(limits: Node<'_>) -> Option<Fix> {
    let last = limits.entries().last()?;
    let Some(concurrent) = limits.get("max_concurrent_trials") else {
        let entries = [
            ("max_total_trials", &*TRIALS.to_string()),
            ("max_concurrent_trials", AT_A_TIME),
        ];
        return Some(Fix::unsafe_(
            format!("run at most {TRIALS} trials, {AT_A_TIME} at a time"),
            vec![fix::insert_keys(last, &entries)],
        ));
    };
    let total = known_int(concurrent).unwrap_or(0).max(TRIALS);
    let edit = fix::insert_key(last, "max_total_trials", &total.to_string());
    Some(Fix::unsafe_(
        format!("run at most {total} trials"),
        vec![edit],
    ))
}
