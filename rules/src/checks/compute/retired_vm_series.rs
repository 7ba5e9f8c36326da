//! VM sizes that are retired, or soon will be.

use crate::checks::prelude::*;
use crate::checks::shared::compute::retirement::Retirement;
use crate::compute::VmSize;

declare_rule! {
    /// Azure retires old VM series on announced days. After that day, machines of the size can no
    /// longer be started, so a cluster with this size gets no nodes. Within a year before that day,
    /// this is an info.
    ///
    /// The sizes that are offered instead are of the series that the retirement page recommends.
    /// They are ranked by the number of GPUs or vCPUs, by whether the memory is enough, and by
    /// price. They may be faster, slower, or more expensive, so the fix is unsafe.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: gpu-cluster
    /// size: Standard_NC6
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: gpu-cluster
    /// size: Standard_NC4as_T4_v3
    /// ```
    "retired-vm-series", Compute, Error,
    summary: "a VM size that Azure has retired or retires within a year",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/virtual-machines/sizes/retirement/retired-sizes-list",
}

fn check(cx: &mut Context<'_>) {
    let is_online = cx.kind() == Some(Kind::DeploymentManagedOnline);
    for used in cx.vm_sizes() {
        let fits = |new: &VmSize| !is_online || new.online_endpoint;
        let Some(retirement) = Retirement::of(cx, used.name, fits) else {
            continue;
        };
        let mut fixes = Vec::new();
        for new in &retirement.instead {
            let price = price_change::of_size(cx, new.name, used.name, used.node);
            let title = format!("use `{}`{price}", new.name);
            fixes.push(Fix::unsafe_(title, vec![fix::replace(used.node, new.name)]));
        }
        let range = used.node.range();
        retirement.report(cx, range).fixes = fixes;
    }
}
