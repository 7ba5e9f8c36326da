//! Inline trials of sweep steps that use names which they don't declare.

use crate::checks::prelude::*;
use crate::expression::scan;
use crate::wording::listed_up_to;

declare_rule! {
    /// The `trial` of a sweep step in a pipeline is a component: its command can use only the inputs
    /// that the trial itself declares. The CLI rejects inputs of the step and
    /// `${{search_space.name}}`, which works only in a stand-alone sweep job, with "Invalid data
    /// binding expression".
    ///
    /// Declare each of them in `inputs` of the trial. A hyperparameter of `search_space` is passed to
    /// the input with the same name.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// jobs:
    ///   tune:
    ///     type: sweep
    ///     compute: azureml:cpu-cluster
    ///     objective: {goal: maximize, primary_metric: accuracy}
    ///     sampling_algorithm: random
    ///     limits: {max_total_trials: 20, max_concurrent_trials: 4, timeout: 7200}
    ///     search_space: {lr: {type: uniform, min_value: 0.01, max_value: 0.9}}
    ///     trial:
    ///       command: python train.py --lr ${{search_space.lr}}
    ///       code: src
    ///       environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// jobs:
    ///   tune:
    ///     type: sweep
    ///     compute: azureml:cpu-cluster
    ///     objective: {goal: maximize, primary_metric: accuracy}
    ///     sampling_algorithm: random
    ///     limits: {max_total_trials: 20, max_concurrent_trials: 4, timeout: 7200}
    ///     search_space: {lr: {type: uniform, min_value: 0.01, max_value: 0.9}}
    ///     trial:
    ///       inputs: {lr: {type: number}}
    ///       command: python train.py --lr ${{inputs.lr}}
    ///       code: src
    ///       environment: azureml:training:3
    /// ```
    "undeclared-trial-input", Reference, Error,
    marks: [Unfinished],
    summary: "an inline trial of a sweep step that uses a name it does not declare",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-sweep-in-pipeline",
}

fn check(cx: &mut Context<'_>) {
    let steps = cx.program().pipelines.iter();
    let steps = steps.flat_map(|pipeline| &pipeline.steps);
    let trials: Vec<Node<'_>> = steps
        .filter(|step| step.kind == StepKind::Sweep)
        .filter_map(|step| step.node.get("trial").map(Node::resolved))
        .filter(|trial| trial.kind() == NodeKind::Mapping)
        .collect();
    for trial in trials {
        check_trial(cx, trial);
    }
}

fn check_trial(cx: &mut Context<'_>, trial: Node<'_>) {
    let Some(command) = trial.get("command").filter(|node| !node.is_repaired()) else {
        return;
    };
    let Some(text) = command.text() else { return };
    let declared = |name: &str| trial.get_path(&["inputs", name]).is_some();
    let mut names: Vec<&str> = Vec::new();
    let mut has_search_space = false;
    for expression in &scan(text).expressions {
        let (name, is_missing) = match &expression.target {
            Target::Input(name) => (name.text, !declared(name.text)),
            Target::SearchSpace(name) => {
                has_search_space = true;
                (name.text, true)
            }
            _ => continue,
        };
        if is_missing && unknown_names::is_plain(name) && !names.contains(&name) {
            names.push(name);
        }
    }
    let Some(first) = names.first() else { return };
    let written = if names.len() == 1 && has_search_space {
        format!("`search_space.{first}`")
    } else {
        listed_up_to(3, names.iter().map(|name| format!("`{name}`")).collect())
    };
    let mut to_declare = names.clone();
    to_declare.retain(|name| !declared(name));
    let mut help = Vec::new();
    if !to_declare.is_empty() {
        let listed = to_declare.iter().map(|name| format!("`{name}`"));
        help.push(format!(
            "declare {} in `inputs` of the trial",
            listed_up_to(5, listed.collect())
        ));
    }
    if has_search_space {
        help.push("write `${{inputs.NAME}}` instead of `${{search_space.NAME}}`".to_owned());
    }
    cx.report(
        command.range(),
        format!("the trial of this step uses {written}, which it doesn't declare"),
    )
    .note(
        "in a pipeline, a trial is a component and can use only its own inputs; the CLI rejects \
         the rest: \"Invalid data binding expression\"",
    )
    .help(help.join(", and "));
}
