//! Jobs that only one person can run.

use crate::checks::prelude::*;

declare_rule! {
    /// A compute instance belongs to one person: nobody else can submit jobs to it. A job file that
    /// others use should name a cluster or run serverless.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// compute: azureml:ci-anna
    /// ```
    /// ```yaml bad path=ci.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_shutdown_minutes: 60
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// compute: azureml:cpu-cluster
    /// ```
    "instance-in-shared-job", Cost, Info,
    summary: "a job that only the owner of a compute instance can run",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-compute-instance",
}

fn check(cx: &mut Context<'_>) {
    let mut told = Vec::new();
    for work in cx
        .works()
        .iter()
        .filter(|work| matches!(work.task, Task::Command | Task::Pipeline | Task::Unknown))
    {
        let Some((compute, node)) = cx.known_compute(work) else {
            continue;
        };
        // More than one node is another rule's business, and worse; steps that share a value are
        // told once.
        let several = cx.instance_count(work).is_some_and(|(count, _)| count > 1);
        if compute.kind() != Some(ComputeKind::Instance) || several || told.contains(&node.id()) {
            continue;
        }
        told.push(node.id());
        let fixes = compute_fixes::for_work(cx, work, Load::Command);
        let diagnostic = cx.report(
            node.range(),
            format!(
                "only the owner of `{}` can run this: it is a compute instance",
                compute.name()
            ),
        );
        diagnostic
            .note(
                "a compute instance is one person's machine; others cannot submit to it, and it \
                 has to be running",
            )
            .help("name a compute cluster, or leave out `compute` to run serverless")
            .defined_at(&compute);
        diagnostic.fixes = fixes;
    }
}
