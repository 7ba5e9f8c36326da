//! VM sizes that do not exist.

use crate::checks::prelude::*;
use crate::compute::closest_vm_size;

declare_rule! {
    /// A size that Azure does not have is only refused when the compute is created or the job is
    /// submitted. The table azml-ls knows has 1,785 sizes of 2026; a size that is newer than the
    /// table can be silenced for its line.
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
    summary: "a VM size that is in no list of Azure's sizes",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/virtual-machines/sizes/overview",
}

fn check(cx: &mut Context<'_>) {
    for used in cx.vm_sizes() {
        if vm_size(used.name).is_some() {
            continue;
        }
        let diagnostic = cx.report(
            used.node.range(),
            format!("there is no VM size `{}`", used.name),
        );
        diagnostic.note(
            "no list of Azure's sizes up to September 2026 has it; the service refuses it when the \
             machine is to start",
        );
        if let Some(near) = closest_vm_size(used.name) {
            diagnostic
                .help(format!("did you mean `{}`?", near.name))
                .unsafe_fix(
                    format!("use `{}`", near.name),
                    fix::replace(used.node, near.name),
                );
        }
    }
}
