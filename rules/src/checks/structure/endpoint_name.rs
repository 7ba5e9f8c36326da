//! The name of an endpoint.

use crate::checks::prelude::*;

declare_rule! {
    /// The name of an endpoint is part of its URL. It has 3 to 32 letters, digits, and `-`, starts
    /// with a letter and does not end with `-`. It must be unique in the Azure region.
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
    marks: [Unfinished],
    summary: "an endpoint name that is not valid",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-endpoint-online",
}

fn check(cx: &mut Context<'_>) {
    faults::report_names(cx, FaultRule::EndpointName, "endpoint name", '-');
    faults::report_lengths(cx, FaultRule::EndpointName, "endpoint name");
    of_deployment(cx);
}

/// Checks the endpoint name in an online deployment, which no endpoint could have.
fn of_deployment(cx: &mut Context<'_>) {
    let is_online = cx.kind().is_some_and(Kind::is_online_deployment);
    let name = cx.document.get("endpoint_name").filter(|_| is_online);
    let Some((node, text)) = name.and_then(|node| Some((node, known_text(node)?))) else {
        return;
    };
    if !faults::is_endpoint_name(text) {
        cx.report(
            node.range(),
            format!("`{text}` is not a valid endpoint name"),
        )
        .note("no endpoint can have this name")
        .help("use letters, digits, and `-`, starting with a letter and not ending with `-`");
    }
}
