//! Timeouts of a sweep that the client raises to a minute.

use crate::checks::prelude::*;

declare_rule! {
    /// The timeouts of a sweep are in seconds. The client raises those under 60 seconds to 60. According to
    /// a comment in the client (azure-ai-ml 1.35.2, `job_limits.py`), the service rounds shorter ones to
    /// 60 days. A number this small is often meant in minutes.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.1, max_value: 0.9}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// compute: azureml:cpu-cluster
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 30}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.1, max_value: 0.9}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// compute: azureml:cpu-cluster
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 1800}
    /// ```
    "sweep-timeout-under-minute", Search, Warning,
    summary: "a timeout of a sweep under 60 seconds, which the client raises to 60",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-sweep",
}

/// The shortest timeout that the client sends, in seconds: `_get_floored_timeout` in azure-ai-ml 1.35.2.
const SHORTEST: i64 = 60;

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Sweep) {
        for key in ["timeout", "trial_timeout"] {
            let node = work.node.get_path(&["limits", key]);
            let Some((node, seconds)) = node.and_then(|node| Some((node, known_int(node)?))) else {
                continue;
            };
            if !(1..SHORTEST).contains(&seconds) {
                continue;
            }
            cx.report(
                node.range(),
                format!("the client raises `{key}: {seconds}` to {SHORTEST} seconds"),
            )
            .note("the value is in seconds; according to a comment in the client, the service rounds shorter times to 60 days")
            .help(format!(
                "write at least {SHORTEST}; for {}, write `{key}: {}`",
                counted(seconds, "minute"),
                seconds * 60
            ));
        }
    }
}
