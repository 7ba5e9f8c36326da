//! The name of an endpoint.

use crate::checks::prelude::*;

declare_rule! {
    /// An endpoint's name is part of its address: 3 to 32 letters, digits and `-`, starting with a
    /// letter and not ending with `-`. It must be free in the whole region.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: credit_scoring
    /// auth_mode: key
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: credit-scoring
    /// auth_mode: key
    /// ```
    "endpoint-name", Structure, Error,
    summary: "an endpoint name that cannot be an address",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-endpoint-online",
}

fn check(cx: &mut Context<'_>) {
    faults::report_names(cx, FaultRule::EndpointName, "endpoint name", '-');
    faults::report_lengths(cx, FaultRule::EndpointName, "endpoint name");
}
