//! Traffic of an endpoint that doesn't sum up to 100.

use crate::checks::prelude::*;

declare_rule! {
    /// The percentages in `traffic` must add up to 100, or to 0 while no deployment takes requests, and
    /// none can be negative. The CLI rejects only sums over 100, which `invalid-value` reports.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// traffic: {blue: 60, green: 20}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// traffic: {blue: 80, green: 20}
    /// ```
    "traffic-sum", Deployment, Error,
    summary: "traffic of an endpoint that does not add up to 0 or 100",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-endpoint-online",
}

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_online_endpoint) {
        return;
    }
    let Some(traffic) = cx.document.root().and_then(|root| root.entry("traffic")) else {
        return;
    };
    let mut sum = 0_i64;
    for entry in traffic.value.resolved().entries() {
        let Some(share) = known_int(entry.value.resolved()) else {
            return;
        };
        if share < 0 {
            report_negative(cx, entry, share);
            return;
        }
        sum = sum.saturating_add(share);
    }
    // The client rejects a sum over 100: `invalid-value` reports that.
    if sum == 0 || sum >= 100 {
        return;
    }
    cx.report(
        traffic.key.range(),
        format!("the traffic adds up to {sum}%"),
    )
    .note("the percentages of all deployments must add up to 100, or to 0")
    .help("change the percentages so that they add up to 100");
}

fn report_negative(cx: &mut Context<'_>, entry: Entry<'_>, share: i64) {
    cx.report(
        entry.value.range(),
        format!("the traffic of a deployment can't be {share}%"),
    )
    .note("each deployment gets 0 to 100 percent of the requests")
    .help("write a number from 0 to 100");
}
