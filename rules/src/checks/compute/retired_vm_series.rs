//! VM sizes that are retired, or soon will be.

use crate::checks::prelude::*;
use crate::compute::replacements;

declare_rule! {
    /// Azure retires old VM series on announced days. From that day on machines of the size cannot
    /// be started: a cluster of it gets no nodes, a job on it waits for ever. Within a year before
    /// the day this is only an information.
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
    "retired-vm-series", Compute, Warning,
    summary: "a VM size that Azure has retired or retires within a year",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/virtual-machines/sizes/retirement/retired-sizes-list",
}

fn check(cx: &mut Context<'_>) {
    let Some(today) = cx.workspace.today() else {
        return;
    };
    for used in cx.vm_sizes() {
        let Some(size) = vm_size(used.name) else {
            continue;
        };
        let Some(day) = size.retires_on.filter(|day| *day <= today.plus_years(1)) else {
            continue;
        };
        let retired = day <= today;
        let message = if retired {
            format!("`{}` was retired on {day}", used.name)
        } else {
            format!("`{}` will be retired on {day}", used.name)
        };
        let note = if retired {
            "machines of this size no longer start"
        } else {
            "from that day on machines of this size no longer start"
        };
        let instead = replacements(size, today);
        let diagnostic = cx.report(used.node.range(), message);
        diagnostic
            .level(if retired { Level::Warning } else { Level::Info })
            .deprecated();
        diagnostic.note(format!(
            "{note} (series {}; retirement pages of 2026-09-24)",
            size.series
        ));
        if let Some(first) = instead.first() {
            diagnostic.help(format!(
                "the closest size of the series that Azure names instead is `{}`",
                first.name
            ));
        }
        for new in instead {
            diagnostic.unsafe_fix(
                format!("use `{}`", new.name),
                fix::replace(used.node, new.name),
            );
        }
    }
}
