//! `tier` on a compute instance.

use crate::checks::prelude::*;

declare_rule! {
    /// Low priority is for compute clusters: Azure may take the nodes back and the cluster starts
    /// them again. A compute instance is one machine that is always dedicated; the client refuses a
    /// file that gives it a `tier`.
    ///
    /// To save on an instance choose a smaller `size` and set `idle_time_before_shutdown_minutes`.
    /// Removing `tier: low_priority` is offered as an unsafe fix, because the machine then costs
    /// the full price.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// tier: low_priority
    /// idle_time_before_shutdown_minutes: 60
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_shutdown_minutes: 60
    /// ```
    "low-priority-instance", Cost, Error,
    summary: "`tier` on a compute instance, which is always dedicated",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          how-to-manage-optimize-cost#use-low-priority-virtual-machines",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::ComputeComputeinstance) {
        return;
    }
    let Some(entry) = cx.document.root().and_then(|root| root.entry("tier")) else {
        return;
    };
    if entry.key.is_repaired() {
        return;
    }
    let tier = known_text(entry.value.resolved());
    let message = match tier {
        Some(tier) if is(tier, "lowpriority") => {
            format!("a compute instance cannot be `tier: {tier}`")
        }
        Some(tier) => format!("`tier: {tier}` does not exist on a compute instance"),
        None => "`tier` does not exist on a compute instance".to_owned(),
    };
    let edit = fix::remove_entry(entry);
    let diagnostic = cx.report(entry.key.range(), message);
    diagnostic
        .note(
            "only the nodes of a compute cluster can be low priority; the client refuses the file",
        )
        .help("remove `tier`");
    if tier.is_some_and(|tier| is(tier, "dedicated")) {
        diagnostic.safe_fix("remove `tier`", edit);
    } else {
        diagnostic.unsafe_fix("remove `tier`: the machine costs the full price", edit);
    }
}

/// Whether the two are the same but for letter case and separators.
fn is(tier: &str, squashed: &str) -> bool {
    tier.chars()
        .filter(|c| c.is_alphanumeric())
        .collect::<String>()
        .eq_ignore_ascii_case(squashed)
}
