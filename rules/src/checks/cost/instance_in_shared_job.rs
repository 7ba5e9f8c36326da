//! Jobs that only the owner of a compute instance can run.

use crate::checks::prelude::*;

declare_rule! {
    /// A compute instance has one owner. A job that another user or the service principal of a
    /// build pipeline submits to it fails: "User starting the run is not an owner or assigned user
    /// to the Compute Instance". Use a compute cluster or serverless compute for jobs that others
    /// run.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:training:3
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
    /// code: src
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// ```
    "instance-in-shared-job", Cost, Info,
    summary: "a job that only the owner of a compute instance can run",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-compute-instance",
}

fn check(cx: &mut Context<'_>) {
    let mut reported = Vec::new();
    for work in cx
        .works()
        .iter()
        .filter(|work| matches!(work.task, Task::Command | Task::Pipeline | Task::Unknown))
    {
        let Some((compute, node)) = cx.known_compute(work) else {
            continue;
        };
        // Another rule reports more than one node. Steps that share a value are reported once.
        let several = cx.instance_count(work).is_some_and(|(count, _)| count > 1);
        if compute.kind() != Some(ComputeKind::Instance) || several || reported.contains(&node.id())
        {
            continue;
        }
        reported.push(node.id());
        let sharing = cx.works().iter();
        let sharing: Vec<_> = sharing.filter(|it| it.target.node == Some(node)).collect();
        let fixes = compute_fixes::for_works(cx, &sharing, Load::Command);
        let diagnostic = cx.report(
            node.range(),
            format!(
                "only the owner of compute instance `{}` can run this job",
                compute.name()
            ),
        );
        diagnostic
            .note(
                "for other users and service principals the run fails, and the instance must be \
                 running",
            )
            .help("use a compute cluster, or remove `compute` to run on serverless compute")
            .defined_at(&compute);
        diagnostic.fixes = fixes;
    }
}
