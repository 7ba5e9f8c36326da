//! `local` for jobs that can't run locally.

use crate::checks::prelude::*;
use crate::compute::ComputeRef;

declare_rule! {
    /// `local` runs a single command job on the machine that submits it. Pipelines, sweeps, AutoML,
    /// Spark, parallel jobs, schedules, and batch deployments need a compute in the cloud, because
    /// the service starts their runs and can't reach that machine.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// compute: local
    /// sampling_algorithm: random
    /// trial:
    ///   command: python train.py --lr ${{search_space.lr}}
    ///   code: src
    ///   environment: azureml:sklearn@latest
    /// search_space:
    ///   lr: {type: uniform, min_value: 0.01, max_value: 1}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_total_trials: 20}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// sampling_algorithm: random
    /// trial:
    ///   command: python train.py --lr ${{search_space.lr}}
    ///   code: src
    ///   environment: azureml:sklearn@latest
    /// search_space:
    ///   lr: {type: uniform, min_value: 0.01, max_value: 1}
    /// objective: {goal: minimize, primary_metric: loss}
    /// limits: {max_total_trials: 20}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// compute: local
    /// ```
    "local-compute-not-allowed", Compute, Error,
    summary: "`local` for work that only runs in the cloud",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    for target in compute_values(cx) {
        let work = target.first();
        let what = if work.step.is_some() {
            "a pipeline step"
        } else {
            refused(work.task)
        };
        if is_local(target.node) && !what.is_empty() {
            let load = if work.step.is_some() {
                Load::Pipeline
            } else {
                Load::of_task(work.task).unwrap_or(Load::Command)
            };
            let fixes = compute_fixes::for_works(cx, &target.works, load);
            report(cx, target.node, what).fixes = fixes;
        }
    }
    unused_default(cx);
    batch_deployment(cx);
    schedule(cx);
}

/// Returns the kind of job that can't run on the local machine; empty if it can, or may.
fn refused(task: Task) -> &'static str {
    match task {
        Task::Sweep => "a sweep",
        Task::AutoMlTabular | Task::AutoMlImage | Task::AutoMlText => "AutoML",
        Task::Spark => "Spark",
        Task::Parallel => "a parallel job",
        _ => "",
    }
}

fn is_local(node: Node<'_>) -> bool {
    known_text(node).is_some_and(|text| ComputeRef::parse(text) == ComputeRef::Local)
}

/// Reports `default_compute: local`, which the client rejects even if every step has its own compute.
fn unused_default(cx: &mut Context<'_>) {
    let root = cx
        .document
        .root()
        .filter(|_| cx.kind() == Some(Kind::JobPipeline));
    let Some(node) = root.and_then(|root| root.get_path(&["settings", "default_compute"])) else {
        return;
    };
    if is_local(node) && cx.works().iter().all(|work| work.target.node != Some(node)) {
        let serverless = fix::replace(node, "azureml:serverless");
        report(cx, node, "a pipeline").unsafe_fix("run on serverless compute", serverless);
    }
}

fn batch_deployment(cx: &mut Context<'_>) {
    let Some(deployment) = cx.document.batch_deployment() else {
        return;
    };
    for node in deployment
        .compute
        .into_iter()
        .chain(deployment.default_compute)
    {
        if is_local(node) {
            let fixes = compute_fixes::for_value(cx, node, Load::Batch, 1);
            report(cx, node, "a batch deployment")
                .help("use a compute cluster (`compute: azureml:NAME`)")
                .fixes = fixes;
        }
    }
}

fn schedule(cx: &mut Context<'_>) {
    let Some(schedule) = cx.document.schedule() else {
        return;
    };
    let inline = schedule
        .works()
        .into_iter()
        .filter_map(|work| work.target.node);
    let mut nodes: Vec<Node<'_>> = schedule
        .default_compute()
        .into_iter()
        .chain(inline)
        .collect();
    nodes.dedup();
    nodes.retain(|node| is_local(*node));
    for node in nodes {
        let serverless = fix::replace(node, "azureml:serverless");
        report(cx, node, "a schedule").unsafe_fix("run on serverless compute", serverless);
    }
    // Pipelines, sweeps and other jobs are reported in their own file.
    let Some(file) = cx
        .scheduled_file(&schedule)
        .filter(|file| file.kind() == Some(Kind::JobCommand))
    else {
        return;
    };
    let Some(local) = file.get("compute") else {
        return;
    };
    let (ScheduledJob::File(node) | ScheduledJob::Registered(node)) = schedule.job else {
        return;
    };
    if is_local(local) && schedule.default_compute().is_none() {
        report(cx, node, "a schedule").related(
            &file.shared_path(),
            local.range(),
            "the job runs on `local`",
        );
    }
}

fn report<'c>(cx: &'c mut Context<'_>, node: Node<'_>, what: &str) -> &'c mut Diagnostic {
    cx.report(node.range(), format!("{what} cannot run on `local`"))
        .note(
            "`local` is the machine that submits the job; the service starts these runs itself and \
             can't reach that machine",
        )
        .help("use a compute cluster, or `azureml:serverless`")
}
