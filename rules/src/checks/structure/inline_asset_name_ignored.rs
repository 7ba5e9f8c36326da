//! A name or version of something that is written in place.

use crate::checks::prelude::*;

declare_rule! {
    /// An environment or component that is written inside a job has no name of its own: the client
    /// drops `name` and `version` and registers it anonymously. Refer to it as
    /// `azureml:NAME:VERSION` to use the registered one.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment:
    ///   name: training
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    "inline-asset-name-ignored", Structure, Info,
    summary: "a name or version that is dropped because the asset is written in place",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-environment",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::InlineAssetNameIgnored) {
        let name = faults::short_text(problem.at);
        let Some(mapping) = problem.at.parent() else {
            continue;
        };
        let place = faults::mapping_name(cx, mapping);
        let diagnostic = cx.report(
            problem.at.range(),
            format!("`{name}` of {place} is dropped: it is written in place"),
        );
        diagnostic.unnecessary();
        if let Some(entry) = mapping.entry(&name) {
            diagnostic.safe_fix(format!("remove `{name}`"), remove_entry(entry));
        }
    }
}
