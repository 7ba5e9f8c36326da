//! Mirrored traffic that is not allowed.

use crate::checks::prelude::*;
use crate::compute::limits::MIRROR_TRAFFIC_MAX;

declare_rule! {
    /// An endpoint can mirror at most 50% of its live traffic, to one deployment. The CLI doesn't check
    /// `mirror_traffic`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// traffic: {blue: 100}
    /// mirror_traffic: {green: 80}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// traffic: {blue: 100}
    /// mirror_traffic: {green: 10}
    /// ```
    "mirror-traffic-range", Deployment, Error,
    summary: "mirrored traffic over 50%, or to several deployments",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-safely-rollout-online-endpoints",
}

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_online_endpoint) {
        return;
    }
    let Some(mirror) = cx
        .document
        .root()
        .and_then(|root| root.entry("mirror_traffic"))
    else {
        return;
    };
    let entries: Vec<_> = mirror.value.resolved().entries().collect();
    if let [_, second, ..] = entries.as_slice() {
        cx.report(
            second.key.range(),
            "traffic can be mirrored to only one deployment",
        )
        .note("the documentation allows one deployment; the CLI doesn't check it")
        .help("remove all but one entry");
        return;
    }
    for entry in entries {
        let node = entry.value.resolved();
        let Some(share) = known_int(node).filter(|share| !(0..=MIRROR_TRAFFIC_MAX).contains(share))
        else {
            continue;
        };
        let nearest = share.clamp(0, MIRROR_TRAFFIC_MAX);
        cx.report(
            node.range(),
            format!("mirrored traffic must be 0 to {MIRROR_TRAFFIC_MAX} percent, not {share}"),
        )
        .note(format!(
            "the documentation allows at most {MIRROR_TRAFFIC_MAX} percent; the CLI doesn't check it"
        ))
        .help(format!("write `{nearest}`"))
        .unsafe_fix(
            format!("mirror {nearest}%"),
            fix::replace(node, nearest.to_string()),
        );
    }
}
