//! AutoML without explicit limits.

use crate::checks::prelude::*;
use crate::compute::limits::{AUTOML_TIMEOUT_DEFAULT_MINUTES, AUTOML_TRIALS_DEFAULT};

declare_rule! {
    /// AutoML on tables without `limits` tries up to 1000 models for up to 6 days. Set
    /// `max_trials`, `timeout_minutes`, or `exit_score` to bound what a run can cost.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/autoMLJob.schema.json
    /// type: automl
    /// task: regression
    /// target_column_name: price
    /// primary_metric: r2_score
    /// training_data: {type: mltable, path: azureml:prices:1}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/autoMLJob.schema.json
    /// type: automl
    /// task: regression
    /// target_column_name: price
    /// primary_metric: r2_score
    /// training_data: {type: mltable, path: azureml:prices:1}
    /// limits: {max_trials: 20, timeout_minutes: 120}
    /// ```
    "automl-no-limits", Cost, Info,
    summary: "AutoML on tables that may try 1000 models for 6 days",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-configure-auto-train",
}

fn check(cx: &mut Context<'_>) {
    for work in cx
        .works()
        .iter()
        .filter(|work| work.task == Task::AutoMlTabular)
    {
        let written = work.node.get("limits").filter(|limits| !limits.is_null());
        if written.is_some_and(|limits| limits.kind() != NodeKind::Mapping) {
            continue;
        }
        let limited = |key: &str| work.node.get_path(&["limits", key]).is_some();
        if limited("max_trials") || limited("timeout_minutes") || limited("exit_score") {
            continue;
        }
        let Some(task) = work.node.entry("task") else {
            continue;
        };
        let limits = work.node.entry("limits");
        let days = AUTOML_TIMEOUT_DEFAULT_MINUTES / (24 * 60);
        let message = format!(
            "AutoML without `limits` tries up to {AUTOML_TRIALS_DEFAULT} models for up to {days} \
             days"
        );
        let diagnostic = cx.report(
            limits.map_or(task.value.range(), |limits| limits.key.range()),
            message,
        );
        diagnostic
            .note(
                "these are the defaults of `max_trials` and `timeout_minutes` for AutoML on tables",
            )
            .help("add `limits: {max_trials: 20, timeout_minutes: 120}`");
        if limits.is_none() {
            let values = "max_trials: 20\ntimeout_minutes: 120";
            diagnostic.unsafe_fix(
                "try at most 20 models for 2 hours",
                fix::insert_key(task, "limits", values),
            );
        }
    }
}
