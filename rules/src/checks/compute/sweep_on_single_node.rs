//! A sweep on a compute with one node.

use crate::checks::prelude::*;

declare_rule! {
    /// A sweep trains many models and compares them. A compute instance or an attached virtual
    /// machine has one node, so its trials run one after another, and the machine is billed until
    /// the last one is done. A compute cluster or serverless compute runs them in parallel, one on
    /// each node, and goes away afterwards.
    ///
    /// Sweeps of one or two trials are left alone: they try out the file itself.
    ///
    /// ```yaml bad path=sweep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// compute: azureml:ci-anna
    /// limits: {max_total_trials: 24, max_concurrent_trials: 4}
    /// ```
    /// ```yaml bad path=ci.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_shutdown_minutes: 60
    /// ```
    /// ```yaml good path=sweep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// compute: azureml:cpu-cluster
    /// limits: {max_total_trials: 24, max_concurrent_trials: 4}
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 4
    /// ```
    "sweep-on-single-node", Compute, Warning,
    summary: "a sweep whose trials run one after another on a single node",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Sweep) {
        let Some((compute, node)) = cx.known_compute(work) else {
            continue;
        };
        let Some(kind) = compute.kind().filter(|kind| kind.is_single_node()) else {
            continue;
        };
        let total = total_trials(work).and_then(known_int);
        // Trials of several nodes each do not run there at all: `multinode-on-single-node` says so.
        if total.is_some_and(|total| total <= 2)
            || cx.instance_count(work).is_some_and(|(count, _)| count > 1)
        {
            continue;
        }
        let trials = total.map_or("the trials".to_owned(), |total| format!("{total} trials"));
        let message = format!(
            "{trials} run one after another: `{}` is {} (1 node)",
            compute.name(),
            with_article(kind.label())
        );
        let asked = concurrent_trials(work)
            .and_then(known_int)
            .filter(|asked| *asked > 1);
        let note = match asked {
            Some(asked) => format!(
                "`max_concurrent_trials: {asked}` needs {asked} nodes; the \
                 machine is billed until the last trial ends"
            ),
            None => "a sweep is quick because trials run side by side, one on each node; the \
                     machine is billed until the last trial ends"
                .to_owned(),
        };
        let fixes = compute_fixes::for_work(cx, work, Load::Sweep);
        let diagnostic = cx.report(node.range(), message);
        diagnostic
            .note(note)
            .help("name a compute cluster, or leave out `compute` to run serverless");
        diagnostic.defined_at(&compute).fixes = fixes;
    }
}
