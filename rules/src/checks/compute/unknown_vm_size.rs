//! VM sizes that are not in the list of sizes.

use crate::checks::prelude::*;
use crate::compute::{closest_vm_size, vm_sizes_as_of};

declare_rule! {
    /// The service rejects a size that doesn't exist when the compute is created or the job is
    /// submitted. The list in azml-ls has 1,786 sizes of June 2026. Azure adds sizes, so this is a
    /// warning; suppress it for a size that is newer than the list. Sizes that the snapshot of the workspace (`.azml/`)
    /// lists are known.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_DS3v2
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_DS3_v2
    /// ```
    "unknown-vm-size", Compute, Warning,
    marks: [Unfinished],
    summary: "a VM size that is not in the list of Azure's sizes",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/virtual-machines/sizes/overview",
}

fn check(cx: &mut Context<'_>) {
    let today = cx.today();
    let of_day = vm_sizes_as_of().map_or_else(String::new, |day| format!(" of {day}"));
    for used in cx.vm_sizes() {
        let snapshot = cx.settings.snapshot.as_ref();
        let in_region = snapshot.and_then(|snapshot| snapshot.sizes.as_ref());
        let offers = |name: &str| in_region.map(|sizes| sizes.named(name).next().is_some());
        if vm_size(used.name).is_some() || offers(used.name) == Some(true) {
            continue;
        }
        let near = closest_vm_size(used.name, today);
        let near = near.filter(|near| offers(near.name) != Some(false));
        let price = near.map(|near| price_change::of_size(cx, near.name, used.name, used.node));
        let diagnostic = cx.report(
            used.node.range(),
            format!("`{}` is not in the list of VM sizes{}", used.name, of_day),
        );
        diagnostic
            .note("Azure adds sizes over time; if this one is not newer, the service rejects it");
        match near {
            Some(near) => diagnostic
                .help(format!("did you mean `{}`?", near.name))
                .unsafe_fix(
                    format!("use `{}`{}", near.name, price.unwrap_or_default()),
                    fix::replace(used.node, near.name),
                ),
            None => diagnostic.help("write the name as in `az ml compute list-sizes`"),
        };
    }
}
