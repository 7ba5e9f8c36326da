//! Grid sampling of a distribution.

use crate::checks::prelude::*;

declare_rule! {
    /// Grid sampling tries every combination of values, so the documentation allows only `choice`. The CLI
    /// doesn't check it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: uniform, min_value: 0.001, max_value: 0.1}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: grid
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial: {code: src, command: "python train.py --lr ${{search_space.lr}}", environment: azureml:training:3}
    /// search_space: {lr: {type: choice, values: [0.001, 0.01, 0.1]}}
    /// objective: {goal: minimize, primary_metric: loss}
    /// sampling_algorithm: grid
    /// limits: {max_total_trials: 8, max_concurrent_trials: 2, timeout: 7200}
    /// ```
    "grid-needs-choice", Search, Error,
    summary: "grid sampling of a hyperparameter that is not a `choice`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        let Some((_, node)) = search_space::sampling(work).filter(|(name, _)| name == "grid")
        else {
            continue;
        };
        let path = cx.document.shared_path();
        for parameter in search_space::hyperparameters(work) {
            if parameter.distribution == "choice" {
                continue;
            }
            cx.report(
                parameter.type_node.range(),
                format!(
                    "grid sampling supports only `choice`, but `{}` is `{}`",
                    parameter.name(),
                    parameter.distribution
                ),
            )
            .note("the documentation allows only `choice`; the CLI doesn't check it")
            .help("list the values to try: `{type: choice, values: [...]}`, or use random sampling")
            .related(&path, node.range(), "grid sampling is chosen here")
            .unsafe_fix("use random sampling", fix::replace(node, "random"));
        }
    }
}
