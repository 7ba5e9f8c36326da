//! The name of an endpoint.

use crate::checks::{fault_words, faults};
use crate::document::known_text;
use crate::prelude::*;

declare_rule! {
    /// An endpoint's name is part of its address: 3 to 32 letters, digits and `-`, starting with a letter and not ending
    /// with `-`. It must be free in the whole region.
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
    fault_words::report_names(cx, "endpoint-name", "endpoint name", '-');
    let is_endpoint = cx.kind().is_some_and(|kind| kind.id().starts_with("endpoint/"));
    let Some(name) = cx.document.get("name").filter(|_| is_endpoint) else { return };
    let bad = faults::of(cx, "endpoint-name").iter().any(|problem| problem.at == name);
    if let Some(text) = known_text(name).filter(|_| !bad) {
        fault_words::report_length(cx, name, text, "endpoint name");
    }
}
