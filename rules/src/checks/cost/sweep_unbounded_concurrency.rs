//! Sweeps that start all their trials at once.

use crate::checks::prelude::*;

const TRIALS: RuleOption = RuleOption {
    name: "trials",
    default: 4,
    range: (1, 1000),
    doc: "A sweep that starts more trials than this at once is reported.",
};

declare_rule! {
    /// Without `limits.max_concurrent_trials` a sweep starts all its trials at once. On serverless
    /// compute each trial gets its own machine, and all of them are billed.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_total_trials: 50, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_total_trials: 50, max_concurrent_trials: 5, timeout: 7200}
    /// ```
    "sweep-unbounded-concurrency", Cost, Info,
    options: [TRIALS],
    summary: "a sweep on serverless compute that starts all its trials at once",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-sweep",
}

fn check(cx: &mut Context<'_>) {
    let few = cx.number(&TRIALS);
    for work in cx.works().iter().filter(|work| work.task == Task::Sweep) {
        let Some(limits) = work
            .node
            .get("limits")
            // Beside the limits, it is a finding of its own.
            .filter(|limits| {
                let places = [*limits, work.node];
                places
                    .iter()
                    .all(|it| it.get("max_concurrent_trials").is_none())
            })
        else {
            continue;
        };
        // A cluster limits it by its nodes; the number matters only if every trial gets a machine.
        let serverless = match cx.resolve(work) {
            None => work.step.is_none(),
            Some(resolution) => matches!(resolution, Resolution::Serverless),
        };
        let Some(node) = total_trials(work) else {
            continue;
        };
        let Some(total) = node.int().filter(|total| *total > few && serverless) else {
            continue;
        };
        let last = limits.entries().last();
        let diagnostic = cx.report(
            node.range(),
            format!("all {total} trials start at once, each on its own serverless machine"),
        );
        diagnostic
            .note(
                "`max_concurrent_trials` defaults to `max_total_trials`, and serverless compute \
                 starts a machine for each trial",
            )
            .help(format!("add `max_concurrent_trials: {few}`"));
        if let Some(last) = last {
            diagnostic.unsafe_fix(
                format!("run {} at a time", counted(few, "trial")),
                fix::insert_key(last, "max_concurrent_trials", &few.to_string()),
            );
        }
    }
}
