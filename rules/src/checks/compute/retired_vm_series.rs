//! VM sizes that are retired, or soon will be.

use crate::checks::prelude::*;
use crate::compute::{VmSize, replacements};

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
    let Some(today) = cx.today() else {
        return;
    };
    for used in cx.vm_sizes() {
        let Some(size) = vm_size(used.name) else {
            continue;
        };
        let Some(day) = size.retires_on else {
            continue;
        };
        let retired = (day, Level::Error);
        let Some(stage) = cx.stage(&[(day.year_before(), Level::Info), retired]) else {
            continue;
        };
        let is_online = cx.kind() == Some(Kind::DeploymentManagedOnline);
        let instead = replacements(size, today, |new| !is_online || new.online_endpoint);
        let help = match instead.first() {
            Some(first) => format!("use `{}` ({})", first.name, figures(cx, first, size)),
            None => "choose a size of a newer series".to_owned(),
        };
        let name = used.name;
        let mut fixes = Vec::new();
        for new in instead {
            let price = price_change::of_size(cx, new.name, name, used.node);
            let title = format!("use `{}`{price}", new.name);
            fixes.push(Fix::unsafe_(title, vec![fix::replace(used.node, new.name)]));
        }
        let (message, when) = if stage.began == day {
            (format!("`{name}` was retired on {day}"), "")
        } else {
            let message = format!("`{name}` will be retired on {day}");
            (message, "after that day, ")
        };
        let diagnostic = cx.report(used.node.range(), message);
        diagnostic
            .stage(stage)
            .deprecated()
            .note(format!(
                "{when}machines of this size can no longer be started (series {}; retirement pages \
                 of 2026-09-24)",
                size.series
            ))
            .help(help);
        diagnostic.fixes = fixes;
    }
}

/// Formats "4 vCPU · 16 GiB · $0.19/h instead of $0.23/h".
fn figures(cx: &Context<'_>, new: &VmSize, old: &VmSize) -> String {
    let price = |size: &VmSize| price_change::hourly(cx, size.name);
    let mut parts = new.figures();
    parts.extend(match (price(new), price(old)) {
        (Some(new), Some(old)) => Some(format!("{new} instead of {old}")),
        (new, _) => new,
    });
    parts.join(" · ")
}
