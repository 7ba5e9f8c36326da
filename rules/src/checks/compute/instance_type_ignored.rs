//! A VM size for a compute that has its own.

use crate::checks::prelude::*;

declare_rule! {
    /// The nodes of a compute cluster or instance have the size with which it was created, and a
    /// job can't change it. `resources.instance_type` only has an effect on serverless compute and
    /// on Kubernetes. On other computes, it is ignored without warning.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:pytorch@latest
    /// compute: azureml:cpu-cluster
    /// resources: {instance_type: Standard_NC24ads_A100_v4}
    /// ```
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_DS3_v2
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// resources: {instance_type: Standard_NC24ads_A100_v4}
    /// ```
    "instance-type-ignored", Compute, Warning,
    summary: "an `instance_type` on a compute that already has a size",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task != Task::Spark) {
        let Some((compute, _)) = cx.known_compute(work) else {
            continue;
        };
        let own_size = [
            ComputeKind::Cluster,
            ComputeKind::Instance,
            ComputeKind::VirtualMachine,
        ];
        let Some(kind) = compute.kind().filter(|kind| own_size.contains(kind)) else {
            continue;
        };
        let Some((resources, entry)) = written(work) else {
            continue;
        };
        let Some(requested) = known_text(entry.value) else {
            continue;
        };
        let size = compute.size();
        if size
            .as_deref()
            .is_some_and(|size| size.eq_ignore_ascii_case(requested))
        {
            continue;
        }
        let has = size.map_or_else(String::new, |size| format!(" (`{size}`)"));
        let alone = resources.value.resolved().entries().count() == 1;
        let remove = fix::remove_entry(if alone { resources } else { entry });
        cx.report(
            entry.value.range(),
            format!(
                "`{requested}` is ignored, because `{}` already has a size{has}",
                compute.name()
            ),
        )
        .unnecessary()
        .note(format!(
            "`instance_type` only has an effect on serverless compute and Kubernetes; a job can't \
             change the size of {}",
            with_article(kind.label())
        ))
        .help("remove `instance_type`, or use serverless compute to get that size")
        .defined_at(&compute)
        .safe_fix("remove `instance_type`", remove);
    }
}

/// Returns `resources` and its `instance_type` of the job, the step or an inline trial.
fn written<'t>(work: &Work<'t>) -> Option<(Entry<'t>, Entry<'t>)> {
    let holders = [Some(work.node), work.node.get("trial")];
    holders.into_iter().flatten().find_map(|holder| {
        let resources = holder.entry("resources")?;
        Some((resources, resources.value.entry("instance_type")?))
    })
}
