//! `azureml:name` without a version.

use crate::checks::prelude::*;

declare_rule! {
    /// A registered asset has versions: `azureml:name:3` refers to one of them, and
    /// `azureml:name@latest` to the one that was created last. With the name alone the CLI stops
    /// when the job is submitted: "Version must be provided". The label `default`, the default
    /// version, exists only for components.
    ///
    /// The fix `@default` for components is safe: the CLI's schema accepts a component without a
    /// version as its default version, and only the submission fails. The fix `@latest` is unsafe,
    /// because it picks one of several versions.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:sklearn-env
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:sklearn-env@latest
    /// ```
    "asset-ref-missing-version", Reference, Error,
    marks: [Unfinished],
    summary: "a reference to an asset without a version or label",
    fix: Safe,
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
        // The service resolves curated environments without a version. `asset-ref-malformed`
        // reports text that isn't a name.
        let curated = used.resource == Resource::Environment && name.starts_with("AzureML-");
        let plain = !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
        if curated || !used.resource.is_versioned() || !plain {
            continue;
        }
        let label = used.resource.label();
        let latest = format!("azureml:{name}@latest");
        let diagnostic = cx.report(node.range(), format!("{label} `{name}` has no version"));
        diagnostic.note("the CLI stops when the job is submitted: \"Version must be provided\"");
        diagnostic.help(format!(
            "add the version, as in `azureml:{name}:1`, or write `{latest}` for the newest one"
        ));
        if used.resource == Resource::Component {
            let default = format!("azureml:{name}@default");
            diagnostic.safe_fix(format!("write `{default}`"), fix::replace(node, default));
        }
        diagnostic.unsafe_fix(format!("write `{latest}`"), fix::replace(node, latest));
    }
}
