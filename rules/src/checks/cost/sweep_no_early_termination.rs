//! Sweeps that run every trial to completion.

use crate::checks::prelude::*;

const TRIALS: RuleOption = RuleOption {
    name: "trials",
    default: 10,
    range: (2, 1000),
    doc: "A sweep with this many trials or more is reported.",
};

declare_rule! {
    /// Without `early_termination` a sweep runs each trial to completion, even trials that do
    /// worse than others from the start. The documentation reports that a median stopping policy
    /// saves 25% to 35% without a loss in the primary metric.
    ///
    /// A policy only helps trials that log their metric more than once. A sweep is reported only if it or
    /// its trial names epochs, iterations, boosting, or steps.
    ///
    /// Bayesian sampling learns from finished trials and is not reported, nor are sweeps of fewer
    /// than 10 trials.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --epochs 20 --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// limits: {max_total_trials: 40, max_concurrent_trials: 4, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --epochs 20 --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: random
    /// early_termination: {type: median_stopping, evaluation_interval: 1, delay_evaluation: 5}
    /// limits: {max_total_trials: 40, max_concurrent_trials: 4, timeout: 7200}
    /// ```
    "sweep-no-early-termination", Cost, Info,
    options: [TRIALS],
    summary: "a sweep of many trials without an early termination policy",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Sweep) {
        let sampling = work.node.get("sampling_algorithm");
        let name =
            sampling.and_then(|node| known_text(node).or_else(|| known_text(node.get("type")?)));
        let judged =
            sampling.is_none() || name.is_some_and(|name| matches!(name, "random" | "grid"));
        let Some((entry, total)) =
            total_trials(work).and_then(|node| Some((work.node.entry("limits")?, node.int()?)))
        else {
            continue;
        };
        if !judged || total < cx.number(&TRIALS) || work.node.get("early_termination").is_some() {
            continue;
        }
        if !names_repeated(cx, work) {
            continue;
        }
        let policy = "type: median_stopping\nevaluation_interval: 1\ndelay_evaluation: 5";
        cx.report(
            entry.key.range(),
            format!("all {total} trials run to completion, even the worst ones"),
        )
        .note(
            "the documentation reports that a median stopping policy saves 25% to 35% without a \
             loss in the primary metric",
        )
        .help(
            "add `early_termination: {type: median_stopping, evaluation_interval: 1, \
             delay_evaluation: 5}`",
        )
        .unsafe_fix(
            "end trials that are worse than the median",
            fix::insert_key(entry, "early_termination", policy),
        );
    }
}

/// Words about repeated steps, after which a script may log its metric.
const REPEATED: [&str; 8] = [
    "epoch",
    "epochs",
    "iter",
    "iteration",
    "iterations",
    "iters",
    "step",
    "steps",
];

/// Returns `true` if the text of the sweep or its trial names one of them.
fn names_repeated(cx: &Context<'_>, work: &Work<'_>) -> bool {
    let trial = work.node.get("trial").and_then(known_text);
    let file = trial.and_then(|path| cx.workspace.referenced(cx.document.path(), path));
    let texts = [Some(work.node.raw()), file.map(|file| file.text())];
    texts.into_iter().flatten().any(|text| {
        let text = text.to_ascii_lowercase();
        let mut words = text.split(|c: char| !c.is_alphabetic());
        words.any(|word| REPEATED.contains(&word) || word.contains("boost"))
    })
}
