//! `azureml:name` without a version.

use crate::checks::prelude::*;

declare_rule! {
    /// An environment, a model or a data asset is one of many versions: `azureml:name:3`, or
    /// `azureml:name@latest` for the newest. With the name alone the client stops at submission. A
    /// component without a version is the default one; that works, but changes under the pipeline.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:sklearn-env
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:sklearn-env@latest
    /// ```
    "asset-ref-missing-version", Reference, Error,
    summary: "a reference to an asset without version or label",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#referencing-an-azure-machine-learning-asset",
}

fn check(cx: &mut Context<'_>) {
    for (node, used) in cx.references().iter().copied() {
        let Some(AssetRef::Named {
            name,
            version: None,
            label: None,
        }) = known_text(node).map(AssetRef::parse)
        else {
            continue;
        };
        // The service expands the names of curated environments. `asset-ref-malformed` speaks of
        // what is no name.
        let curated = used.resource == Resource::Environment && name.starts_with("AzureML-");
        let plain = !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
        if curated || !used.resource.is_versioned() || !plain {
            continue;
        }
        let component = used.resource == Resource::Component;
        let whole = format!("azureml:{name}@latest");
        let diagnostic = cx.report(
            node.range(),
            format!("{} `{name}` has no version", used.resource.label()),
        );
        diagnostic.help(format!(
            "write the version, as in `azureml:{name}:1`, or `{whole}` for the newest"
        ));
        diagnostic.safe_fix(format!("write `{whole}`"), fix::replace(node, whole));
        if component {
            diagnostic
                .note("the default version is used, which changes when another one is registered");
            diagnostic.level(Level::Warning);
        } else {
            diagnostic.note("the client cannot tell which one is meant and stops at submission");
        }
    }
}
