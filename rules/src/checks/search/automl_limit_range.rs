//! Limits of AutoML that are not allowed, or that contradict each other.

use crate::checks::prelude::*;
use crate::compute::limits::{AUTOML_IMAGE_CONCURRENCY_MAX, AUTOML_IMAGE_TRIALS_MAX};

declare_rule! {
    /// The documentation allows AutoML on images 1 to 1,000 trials, and 1 to 100 of them at a time. The
    /// CLI doesn't check it. If `max_concurrent_trials` is more than `max_trials`, the service lowers it to
    /// `max_trials`.
    ///
    /// If `trial_timeout_minutes` is longer than `timeout_minutes`, the job ends before the limit of a
    /// trial is reached, so it has no effect. This is a warning.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/autoMLJob.schema.json
    /// type: automl
    /// task: image_classification
    /// target_column_name: label
    /// primary_metric: accuracy
    /// compute: azureml:gpu-cluster
    /// training_data: {type: mltable, path: azureml:photos:1}
    /// limits: {max_trials: 2000, max_concurrent_trials: 4}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/autoMLJob.schema.json
    /// type: automl
    /// task: image_classification
    /// target_column_name: label
    /// primary_metric: accuracy
    /// compute: azureml:gpu-cluster
    /// training_data: {type: mltable, path: azureml:photos:1}
    /// limits: {max_trials: 1000, max_concurrent_trials: 4}
    /// ```
    "automl-limit-range", Search, Error,
    summary: "a limit of AutoML that is not allowed or that has no effect",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-auto-train-image-models",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task.is_automl()) {
        let number = |key| {
            let node = work.node.get_path(&["limits", key])?;
            Some((node, known_int(node)?))
        };
        if work.task == Task::AutoMlImage {
            for (key, most) in [
                ("max_trials", AUTOML_IMAGE_TRIALS_MAX),
                ("max_concurrent_trials", AUTOML_IMAGE_CONCURRENCY_MAX),
            ] {
                if let Some((node, count)) = number(key) {
                    // No more trials can run at a time than in total.
                    let at_a_time = number("max_concurrent_trials")
                        .filter(|(_, it)| key == "max_trials" && count < 1 && *it > 1);
                    check_count(
                        cx,
                        key,
                        node,
                        (count, most),
                        at_a_time.map(|(node, _)| node),
                    );
                }
            }
        }
        let (Some((node, trial)), Some((_, whole))) =
            (number("trial_timeout_minutes"), number("timeout_minutes"))
        else {
            continue;
        };
        if whole > 0 && trial > whole {
            cx.report(
                node.range(),
                format!(
                    "a trial may run for {}, but the whole job ends after {}",
                    duration(trial.saturating_mul(60)),
                    duration(whole.saturating_mul(60))
                ),
            )
            .level(Level::Warning)
            .note("both limits are in minutes; this one is never reached")
            .help("make `timeout_minutes` long enough for all trials, or this one shorter");
        }
    }
}

fn check_count(
    cx: &mut Context<'_>,
    key: &str,
    node: Node<'_>,
    (count, most): (i64, i64),
    at_a_time: Option<Node<'_>>,
) {
    if (1..=most).contains(&count) {
        return;
    }
    let nearest = count.clamp(1, most);
    cx.report(
        node.range(),
        format!("`{key}` must be 1 to {most} for AutoML on images, not {count}"),
    )
    .note(format!(
        "the documentation allows 1 to {most}; the CLI doesn't check it"
    ))
    .help(format!("write `{key}: {nearest}`"))
    .fix(Fix::unsafe_(
        format!("set `{key}: {nearest}`"),
        std::iter::once(fix::replace(node, nearest.to_string()))
            .chain(at_a_time.map(|node| fix::replace(node, "1")))
            .collect(),
    ));
}
