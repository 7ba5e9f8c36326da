//! VM sizes that the region of the workspace does not offer.

use crate::checks::prelude::*;
use crate::checks::shared::reference::snapshot_age::{SnapshotAge, is_in_its_region, short_path};
use crate::snapshot::{SavedList, SavedSize};
use crate::wording::listed;

declare_rule! {
    /// Regions offer different VM sizes, and not each size for every type of compute. The snapshot of the
    /// workspace (`.azml/`, saved with `azml-ls --refresh`) lists those of its region, as
    /// `az ml compute list-sizes` does. A compute in another region is not checked.
    ///
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_D4as_v4
    /// max_instances: 1
    /// ```
    /// ```json bad path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "location": "westeurope", "saved": "2026-11-20"}
    /// ```
    /// ```json bad path=.azml/sizes.json
    /// [{"name": "Standard_D4s_v3", "vcpus": 4, "gpus": 0, "compute_types": ["AmlCompute"]}]
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_D4s_v3
    /// max_instances: 1
    /// ```
    /// ```json good path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "location": "westeurope", "saved": "2026-11-20"}
    /// ```
    /// ```json good path=.azml/sizes.json
    /// [{"name": "Standard_D4s_v3", "vcpus": 4, "gpus": 0, "compute_types": ["AmlCompute"]}]
    /// ```
    "size-not-in-region", Compute, Warning,
    marks: [Unfinished],
    summary: "a VM size that the region of the workspace does not offer",
    url: "https://learn.microsoft.com/cli/azure/ml/compute#az-ml-compute-list-sizes",
}

/// Number of sizes that the help names.
const SUGGESTED: usize = 3;

fn check(cx: &mut Context<'_>) {
    // The type of compute as the list of sizes calls it: MIR is the service behind managed endpoints.
    let (key, compute_type, used_for) = match cx.kind() {
        Some(Kind::ComputeAmlcompute) => ("size", "AmlCompute", "compute clusters"),
        Some(Kind::ComputeComputeinstance) => ("size", "ComputeInstance", "compute instances"),
        Some(Kind::DeploymentManagedOnline) => ("instance_type", "MIR", "managed online endpoints"),
        _ => return,
    };
    let Some(snapshot) = cx.settings.snapshot.as_deref() else {
        return;
    };
    let is_here = is_in_its_region(cx.document, snapshot);
    let sizes = snapshot
        .sizes
        .as_ref()
        .filter(|sizes| sizes.is_whole && is_here);
    let size = cx
        .document
        .get(key)
        .and_then(|node| Some((node, vm_size(known_text(node)?)?)));
    let (Some(sizes), Some((node, size))) = (sizes, size) else {
        return;
    };
    // Other rules report sizes that do not exist, or no longer.
    if sizes.entries().is_empty() || size.is_retired(cx.today()) {
        return;
    }
    let region = snapshot.location.as_deref().unwrap_or("the region");
    let message = match sizes.named(size.name).next() {
        None => format!("`{}` is not offered in `{region}`", size.name),
        Some(saved) if saved.lacks_use(compute_type) => {
            format!(
                "`{}` is not offered for {used_for} in `{region}`",
                size.name
            )
        }
        Some(_) => return,
    };
    let Some(age) = SnapshotAge::of(cx) else {
        return;
    };
    let others = similar_sizes(sizes, size.vcpus.map(i64::from), size.gpus, compute_type);
    let list = short_path(&sizes.path);
    let diagnostic = cx.report(node.range(), message);
    diagnostic.note(format!(
        "`{list}`{} lists {}",
        age.of_day,
        counted(sizes.entries().len().try_into().unwrap_or(i64::MAX), "size")
    ));
    age.of_listed(diagnostic, Level::Warning);
    diagnostic.help(match others.as_slice() {
        [] => format!("use one of the sizes in `{list}`"),
        others => format!(
            "sizes there with as many vCPUs and GPUs: {}",
            listed(others)
        ),
    });
}

/// Returns the cheapest sizes of the region with as many vCPUs and GPUs.
fn similar_sizes(
    sizes: &SavedList<SavedSize>,
    vcpus: Option<i64>,
    gpus: Option<f32>,
    compute_type: &str,
) -> Vec<String> {
    #[allow(clippy::cast_precision_loss)] // No machine has more than 16.
    let is_similar = |size: &&SavedSize| {
        vcpus.is_some()
            && size.vcpus == vcpus
            && size.gpus.unwrap_or(0) as f32 == gpus.unwrap_or(0.0)
            && !size.lacks_use(compute_type)
    };
    let mut similar: Vec<&SavedSize> = sizes.entries().iter().filter(is_similar).collect();
    let price = |size: &SavedSize| size.price.unwrap_or(f64::MAX);
    similar.sort_by(|a, b| price(a).total_cmp(&price(b)));
    let cheapest = similar.into_iter().take(SUGGESTED);
    cheapest
        .map(|size| format!("`{}`", size.name.text))
        .collect()
}
