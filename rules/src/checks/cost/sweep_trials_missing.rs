//! Sweeps that do not say how many trials they may run.

use crate::checks::prelude::*;

declare_rule! {
    /// The client refuses a sweep without `limits.max_total_trials`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// limits: {max_concurrent_trials: 4, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// limits: {max_total_trials: 20, max_concurrent_trials: 4, timeout: 7200}
    /// ```
    "sweep-trials-missing", Cost, Error,
    summary: "a sweep that does not say how many trials it may run",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-sweep",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::JobSweep) {
        return;
    }
    let Some(root) = cx
        .document
        .root()
        .filter(|root| root.get_path(&["limits", "max_total_trials"]).is_none())
    else {
        return;
    };
    // Limits that come from somewhere else, and those on a line that does not parse yet, may say
    // it.
    let elsewhere = root
        .get("limits")
        .is_some_and(|limits| !limits.is_null() && limits.kind() != NodeKind::Mapping);
    if elsewhere || root.is_incomplete() {
        return;
    }
    let Some(kind) = root.entry("type") else {
        return;
    };
    let limits = root
        .entry("limits")
        .filter(|entry| entry.value.resolved().kind() == NodeKind::Mapping);
    let written = root.entry("limits").is_some();
    let place = limits.map_or(kind.value.range(), |entry| entry.key.range());
    let last = limits.and_then(|entry| entry.value.resolved().entries().last());
    let diagnostic = cx.report(place, "the sweep does not say how many trials it may run");
    diagnostic
        .note("the client refuses a sweep without `limits.max_total_trials`")
        .help("write `limits: {max_total_trials: 20, max_concurrent_trials: 4}`");
    match last {
        Some(last) => diagnostic.unsafe_fix(
            "run at most 20 trials",
            fix::insert_key(last, "max_total_trials", "20"),
        ),
        None if !written => {
            let limits = "max_total_trials: 20\nmax_concurrent_trials: 4";
            diagnostic.unsafe_fix(
                "run at most 20 trials, 4 at a time",
                fix::insert_key(kind, "limits", limits),
            )
        }
        None => diagnostic,
    };
}
