//! Several nodes on a compute that has one.

use crate::checks::prelude::*;

declare_rule! {
    /// A compute instance, an attached virtual machine, and the local machine always have exactly
    /// one node. Work that asks for several nodes needs a compute cluster, Kubernetes, or
    /// serverless compute.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:pytorch@latest
    /// compute: azureml:ci-anna
    /// resources: {instance_count: 4}
    /// distribution: {type: pytorch, process_count_per_instance: 1}
    /// ```
    /// ```yaml bad path=ci.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:pytorch@latest
    /// compute: azureml:gpu-cluster
    /// resources: {instance_count: 4}
    /// distribution: {type: pytorch, process_count_per_instance: 1}
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: gpu-cluster
    /// max_instances: 4
    /// ```
    "multinode-on-single-node", Compute, Error,
    summary: "work for several nodes on a compute that has one",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-compute-target",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        let Some(requested) = node_count(cx, work).filter(|requested| requested.count > 1) else {
            continue;
        };
        match cx.resolve(work) {
            // Other jobs can't use `local` at all: `local-compute-not-allowed`.
            Some(Resolution::Local) if work.step.is_none() && work.task == Task::Command => {
                report(
                    cx,
                    work,
                    &requested,
                    "`local` is the one machine that submits the job",
                    "the local machine",
                );
            }
            Some(Resolution::Known(compute)) => on_known(cx, work, &requested, &compute),
            _ => {}
        }
    }
}

/// Reports known computes. Spark requests executors, and doesn't run on these computes:
/// `spark-compute-kind`.
fn on_known<'a>(
    cx: &mut Context<'a>,
    work: &Work<'a>,
    requested: &NodeCount<'a>,
    compute: &KnownCompute,
) {
    let Some(kind) = compute
        .kind()
        .filter(|kind| kind.is_single_node() && work.task != Task::Spark)
    else {
        return;
    };
    let sort = with_article(kind.label());
    let what = format!("`{}` is {sort} with one node", compute.name());
    if let Some(diagnostic) = report(cx, work, requested, &what, &sort) {
        diagnostic.defined_at(compute);
    }
}

fn report<'c, 'a>(
    cx: &'c mut Context<'a>,
    work: &Work<'a>,
    requested: &NodeCount<'a>,
    compute: &str,
    sort: &str,
) -> Option<&'c mut Diagnostic> {
    let load = Load::of_task(work.task).unwrap_or(Load::Command);
    let mut fixes = compute_fixes::for_work(cx, work, load);
    // Trials that share one node would be the next mistake.
    let has_trials = work.task == Task::Sweep || work.task.is_automl();
    if !has_trials {
        fixes.extend(requested.fix_to(cx, 1));
    }
    let place = requested.place(cx, work)?;
    let count = requested.count;
    let document = cx.document.shared_path();
    let diagnostic = cx.report(
        place,
        format!("{} asks for {count} nodes, but {compute}", work.subject()),
    );
    // `max_nodes` is only a limit: the job may still run, with less parallelism than intended.
    if requested.key == "max_nodes" {
        diagnostic.level(Level::Warning);
    }
    diagnostic
        .note(format!("{sort} always has exactly one node"))
        .help(format!(
            "use a compute cluster with at least {count} nodes, or write `{}: 1`",
            requested.key
        ));
    if let Some(target) = work
        .target
        .node
        .filter(|_| work.target.inherited != Inherited::Own)
    {
        diagnostic.related(&document, target.range(), "the compute comes from here");
    }
    diagnostic.fixes = fixes;
    Some(diagnostic)
}
