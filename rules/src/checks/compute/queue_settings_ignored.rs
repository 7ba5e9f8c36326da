//! A spot price requested for a compute that has a tier of its own.

use crate::checks::prelude::*;

declare_rule! {
    /// `queue_settings.job_tier: spot` asks serverless compute for cheaper machines that Azure can
    /// take back. The nodes of a compute cluster have the `tier` of the cluster. On a dedicated
    /// cluster, `job_tier` has no effect and the job costs the full price.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:pytorch@latest
    /// compute: azureml:cpu-cluster
    /// queue_settings: {job_tier: spot}
    /// ```
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// queue_settings: {job_tier: spot}
    /// ```
    "queue-settings-ignored", Compute, Warning,
    summary: "a job that asks for spot machines on a compute that has its own tier",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-serverless-compute",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works() {
        let Some(settings) = work.node.entry("queue_settings") else {
            continue;
        };
        let Some(tier) = settings.value.entry("job_tier") else {
            continue;
        };
        if !known_text(tier.value).is_some_and(|text| text.eq_ignore_ascii_case("spot")) {
            continue;
        }
        let Some((compute, _)) = cx.known_compute(work) else {
            continue;
        };
        let Some(kind) = compute
            .kind()
            .filter(|kind| [ComputeKind::Cluster, ComputeKind::Instance].contains(kind))
        else {
            continue;
        };
        // On low-priority nodes the job gets the requested price anyway.
        let low = |def: &ComputeDef| def.tier.as_deref().is_some_and(machine::is_low_priority);
        if compute.definitions().iter().any(|def| low(def)) {
            continue;
        }
        let price = machine::machine_of(cx, work).and_then(|machine| machine.price(cx));
        let price = price.map_or("the full price".to_owned(), |price| {
            format!("the full price, {price}")
        });
        let alone = settings.value.resolved().entries().count() == 1;
        let remove = fix::remove_entry(if alone { settings } else { tier });
        cx.report(
            tier.value.range(),
            format!("`job_tier: spot` has no effect on `{}`", compute.name()),
        )
        .unnecessary()
        .note(format!(
            "it only has an effect on serverless compute; {} costs {price}",
            with_article(kind.label())
        ))
        .help("use serverless compute (remove `compute`)")
        .defined_at(&compute)
        .safe_fix("remove `job_tier`", remove);
    }
}
