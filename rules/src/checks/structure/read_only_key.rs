//! A key that only the service sets.

use crate::checks::prelude::*;

declare_rule! {
    /// The output of `az ml ... show` contains keys that only the service sets, such as an ID, a
    /// state, or the creator. The CLI ignores most of these keys in a file, and rejects a few of
    /// them.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// provisioning_state: Succeeded
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// ```
    "read-only-key", Structure, Warning,
    marks: [SchemaCheck],
    summary: "a key that only the service sets",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::ReadOnlyKey) {
        let name = faults::short_text(problem.at);
        if name == "$schema" {
            continue;
        }
        let entry = problem.at.parent().and_then(|mapping| mapping.entry(&name));
        let diagnostic = cx.report(
            problem.at.range(),
            format!("`{name}` is set by the service and has no effect here"),
        );
        diagnostic.help(format!("remove `{name}`"));
        if problem.refused {
            diagnostic
                .level(Level::Error)
                .note("the CLI rejects the file because of it");
        } else {
            diagnostic.unnecessary();
        }
        if let Some(entry) = entry {
            diagnostic.safe_fix(format!("remove `{name}`"), remove_entry(entry));
        }
    }
}
