//! Keys that identify a file, after other keys.

use crate::checks::prelude::*;

declare_rule! {
    /// The examples of Microsoft start with `$schema`, and what a file is (`type`, `name`, `version`)
    /// comes before what it does. Readers, and this tool's hover, look there first.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// max_instances: 4
    /// name: cpu-cluster
    /// type: amlcompute
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// name: cpu-cluster
    /// type: amlcompute
    /// max_instances: 4
    /// ```
    "key-order", Style, Hint(off),
    summary: "`$schema`, `name`, `version`, or `type` after other keys",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

const HEAD: [&str; 7] = [
    "$schema",
    "name",
    "version",
    "type",
    "display_name",
    "description",
    "endpoint_name",
];

fn check(cx: &mut Context<'_>) {
    // MLflow and conda write their keys in another order.
    if cx.kind() == Some(Kind::CondaFile) || !cx.document.tree().errors().is_empty() {
        return;
    }
    let Some(root) = cx.document.root() else {
        return;
    };
    let mut first_other = None;
    for (at, entry) in root.entries().enumerate() {
        let Some(key) = entry.key.text() else {
            continue;
        };
        if key == "$schema" && at > 0 {
            let first = root.entries().next().map(|entry| entry.key);
            report(cx, entry, first);
            return;
        }
        // The other identifying keys may be on either side.
        if !HEAD.contains(&key) {
            first_other = first_other.or(Some(entry.key));
        } else if first_other.is_some() && ["name", "version", "type"].contains(&key) {
            report(cx, entry, first_other);
            return;
        }
    }
}

/// Reports the first key that comes too late: moving it may fix the others.
fn report(cx: &mut Context<'_>, entry: Entry<'_>, other: Option<Node<'_>>) {
    let (Some(key), Some(other)) = (entry.key.text(), other.and_then(Node::text)) else {
        return;
    };
    cx.report(
        entry.key.range(),
        format!("`{key}` should come before `{other}`"),
    )
    .note("readers look for what a file is in its first lines")
    .help(format!("move `{key}` up, before `{other}`"));
}
