//! `tier` on a compute instance.

use crate::checks::prelude::*;

declare_rule! {
    /// Only compute clusters can have low-priority nodes. A compute instance is always dedicated,
    /// and the CLI rejects a file that sets its `tier`.
    ///
    /// To save costs on an instance, choose a smaller `size` and set
    /// `idle_time_before_shutdown_minutes`. Removing `tier: low_priority` is an unsafe fix because
    /// the machine then costs the full price.
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
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          how-to-manage-optimize-cost#use-low-priority-virtual-machines",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::LowPriorityInstance) {
        let Some(entry) = problem.at.parent().and_then(|root| root.entry("tier")) else {
            continue;
        };
        let tier = known_text(entry.value.resolved());
        let message = match tier {
            Some(tier) if is(tier, "lowpriority") => "a compute instance can't be low priority",
            _ => "a compute instance has no `tier`",
        };
        let edit = fix::remove_entry(entry);
        let diagnostic = cx.report(entry.key.range(), message);
        diagnostic
            .note("only compute clusters have a tier; the CLI rejects the file")
            .help("remove `tier`");
        if tier.is_some_and(|tier| is(tier, "dedicated")) {
            diagnostic.safe_fix("remove `tier`", edit);
        } else {
            diagnostic.unsafe_fix("remove `tier` and pay the full price", edit);
        }
    }
}

/// Returns `true` if the two differ only in letter case and separators.
fn is(tier: &str, squashed: &str) -> bool {
    tier.chars()
        .filter(|c| c.is_alphanumeric())
        .collect::<String>()
        .eq_ignore_ascii_case(squashed)
}
