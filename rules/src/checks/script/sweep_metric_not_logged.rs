//! Sweeps for a metric that the training script doesn't log.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::checks::prelude::*;
use crate::checks::shared::script::python_modules::python_modules;
use crate::checks::shared::script::python_scripts::python_script;
use crate::path::file_name;
use crate::script::commands::{ScriptRun, runs};
use crate::script::python::{Metric, Metrics};

declare_rule! {
    /// A sweep compares its trials by the metric in `objective.primary_metric`, which the script must
    /// log under exactly this name. With another name, the trials run, but none of them is the best
    /// one, sampling can't learn from them, and early termination stops nothing.
    ///
    /// The script and the modules of the code that it imports are searched for metrics that it
    /// logs with MLflow, or with the `Run` of azureml-core. This rule doesn't report sweeps if a
    /// name is computed, with `autolog`, or if an imported package may log metrics.
    ///
    /// ```yaml bad path=sweep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial:
    ///   code: src
    ///   command: python train.py --rate ${{search_space.rate}}
    ///   environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// sampling_algorithm: random
    /// search_space: {rate: {type: uniform, min_value: 0.1, max_value: 0.9}}
    /// objective: {goal: maximize, primary_metric: accuracy}
    /// limits: {max_total_trials: 20}
    /// ```
    /// ```python bad path=src/train.py
    /// import mlflow
    ///
    /// mlflow.log_metric("test_accuracy", 0.9)
    /// ```
    /// ```yaml good path=sweep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial:
    ///   code: src
    ///   command: python train.py --rate ${{search_space.rate}}
    ///   environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// sampling_algorithm: random
    /// search_space: {rate: {type: uniform, min_value: 0.1, max_value: 0.9}}
    /// objective: {goal: maximize, primary_metric: test_accuracy}
    /// limits: {max_total_trials: 20}
    /// ```
    /// ```python good path=src/train.py
    /// import mlflow
    ///
    /// mlflow.log_metric("test_accuracy", 0.9)
    /// ```
    "sweep-metric-not-logged", Script, Warning,
    summary: "a sweep whose primary metric the training script doesn't log",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters#log-metrics-for-hyperparameter-tuning",
}

fn check(cx: &mut Context<'_>) {
    let works = cx.works().iter().filter(|work| work.task == Task::Sweep);
    for work in works {
        let metric = work.node.get_path(&["objective", "primary_metric"]);
        let Some((node, name)) = metric.and_then(|node| Some((node, known_text(node)?))) else {
            continue;
        };
        let logged = logged_by_trial(cx, work).unwrap_or_default();
        let is_logged = |one: &Logged| one.metric.may_be(name);
        if !logged.is_empty() && !logged.iter().any(is_logged) {
            report(cx, node, name, &logged);
        }
    }
}

/// A metric that a script logs.
struct Logged {
    /// The full path of the script.
    script: Arc<str>,
    /// The full path of the file that logs it.
    path: Arc<str>,
    metric: Metric,
}

/// Returns all metrics that the trial of the sweep logs; `None` if they are unknown.
fn logged_by_trial(cx: &Context<'_>, work: &Work<'_>) -> Option<Vec<Logged>> {
    let trial = work.node.get("trial")?.resolved();
    if let Some(reference) = known_text(trial) {
        let component = cx.workspace.referenced(cx.document.path(), reference)?;
        let program = Program::new(cx.workspace, component);
        let all = runs(cx.workspace, component, &program);
        return logged_by_runs(cx, &all.iter().collect::<Vec<_>>());
    }
    let of_trial = |run: &&ScriptRun<'_>| run.site.node.range() == trial.range();
    let own: Vec<&ScriptRun<'_>> = cx.runs().iter().filter(of_trial).collect();
    logged_by_runs(cx, &own)
}

fn logged_by_runs(cx: &Context<'_>, runs: &[&ScriptRun<'_>]) -> Option<Vec<Logged>> {
    if !is_everything(runs) {
        return None;
    }
    let mut logged = Vec::new();
    for run in runs {
        let script = python_script(cx, run)?;
        let modules = python_modules(cx, &script);
        if !modules.is_complete {
            return None;
        }
        for file in &modules.files {
            let metrics = Metrics::of(&file.module, |name| modules.local.contains(name));
            if metrics.is_open || !file.module.errors().is_empty() {
                return None;
            }
            logged.extend(metrics.logged.into_iter().map(|metric| Logged {
                script: script.path.clone(),
                path: file.path.clone(),
                metric,
            }));
        }
    }
    Some(logged)
}

/// Programs that log no metrics.
const WITHOUT_METRICS: [&str; 16] = [
    ".",
    "apt-get",
    "cd",
    "conda",
    "echo",
    "env",
    "export",
    "ls",
    "mkdir",
    "nvidia-smi",
    "pip",
    "pip3",
    "pwd",
    "set",
    "sleep",
    "source",
];

/// Returns `true` if only `runs` can log a metric in their command.
fn is_everything(runs: &[&ScriptRun<'_>]) -> bool {
    let arguments = runs.first().and_then(|run| run.arguments.as_ref());
    let Some(command) = arguments.map(|arguments| &arguments.command) else {
        return false;
    };
    let starts_script = |index: usize| {
        let mut of_runs = runs.iter().filter_map(|run| run.arguments.as_ref());
        of_runs.any(|arguments| arguments.simple == index)
    };
    command.simple.iter().enumerate().all(|(index, simple)| {
        let program = simple.words.first().and_then(|word| word.literal());
        starts_script(index) || program.is_some_and(|program| WITHOUT_METRICS.contains(&program))
    })
}

fn report(cx: &mut Context<'_>, node: Node<'_>, name: &str, logged: &[Logged]) {
    let names: BTreeSet<&str> = logged.iter().filter_map(|it| it.metric.exact()).collect();
    let near = nearest(name, &names);
    let scripts: BTreeSet<&str> = logged.iter().map(|it| file_name(&it.script)).collect();
    let headline = match scripts.first() {
        Some(script) if scripts.len() == 1 => format!("`{script}` doesn't log the metric `{name}`"),
        _ => format!("the trial doesn't log the metric `{name}`"),
    };
    let help = match near {
        Some(near) => format!("write `{near}`, or log `{name}` in the script"),
        None => format!("write the name of a metric that the script logs, or log `{name}`"),
    };
    let diagnostic = cx
        .report(node.range(), headline)
        .note(
            "a sweep compares its trials by this metric: without it, none of them is the best one, \
             and early termination stops nothing",
        )
        .help(help);
    for one in logged.iter().take(MOST_SHOWN) {
        let message = match one.metric.exact() {
            Some(name) => format!("it logs `{name}`"),
            None => "it logs a metric with a computed name".to_owned(),
        };
        diagnostic.related(&one.path, one.metric.range, message);
    }
    if let Some(near) = near {
        diagnostic.unsafe_fix(format!("optimize `{near}`"), replace(node, near));
    }
}

/// Maximum number of places in a finding.
const MOST_SHOWN: usize = 5;

/// Returns the metric that `name` probably means: a similar name, one that contains it, or the only
/// one.
fn nearest<'n>(name: &str, names: &BTreeSet<&'n str>) -> Option<&'n str> {
    if let Some(near) = closest(name, names.iter().copied()) {
        return Some(near);
    }
    let plain = name.to_lowercase();
    let mut alike = names.iter().filter(|it| {
        let other = it.to_lowercase();
        other.contains(&plain) || plain.contains(&other)
    });
    match (alike.next(), alike.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}
