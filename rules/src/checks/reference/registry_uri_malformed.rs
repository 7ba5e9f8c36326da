//! `azureml://registries/...` that does not identify an asset.

use crate::checks::prelude::*;
use crate::expression::REGISTRY;

declare_rule! {
    /// An asset in a registry is written
    /// `azureml://registries/REGISTRY/environments/NAME/versions/VERSION`, or `.../labels/latest`.
    /// The collection is plural: `environments`, `models`, `components`, `data`. A name has no colon, which in
    /// `azureml:NAME:VERSION` separates it from the version.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml://registries/azureml/environment/sklearn-1.5/labels/latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml://registries/azureml/environments/sklearn-1.5/labels/latest
    /// ```
    "registry-uri-malformed", Reference, Error,
    marks: [Unfinished],
    summary: "a malformed address in a registry",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-registries",
}

const COLLECTIONS: &[&str] = &["environments", "models", "components", "data", "codes"];

fn check(cx: &mut Context<'_>) {
    for (node, used) in cx.references().iter().copied() {
        let Some(AssetRef::Registry { registry, rest }) = known_text(node).map(AssetRef::parse)
        else {
            continue;
        };
        if let Some((message, expected)) = problem(registry, rest, used.resource) {
            let collection = match used.resource {
                Resource::Environment => "environments",
                Resource::Model => "models",
                Resource::Component => "components",
                _ => "data",
            };
            let diagnostic = cx.report(node.range(), message);
            diagnostic.note("the service finds no asset at this address");
            match expected {
                Some(expected) => {
                    diagnostic.help(format!("write `{expected}`"));
                    diagnostic
                        .safe_fix(format!("write `{expected}`"), fix::replace(node, expected));
                }
                None => {
                    diagnostic.help(format!(
                        "write `{REGISTRY}REGISTRY/{collection}/NAME/versions/VERSION`"
                    ));
                }
            }
        }
    }
}

fn problem(registry: &str, rest: &str, resource: Resource) -> Option<(String, Option<String>)> {
    let parts: Vec<&str> = rest.split('/').collect();
    let collection = parts[0];
    if registry.is_empty() || collection.is_empty() {
        return Some((
            "this address does not identify an asset in a registry".to_owned(),
            None,
        ));
    }
    if !COLLECTIONS.contains(&collection) {
        let near = closest(collection, COLLECTIONS.iter().copied());
        let expected = near.map(|near| {
            format!(
                "{REGISTRY}{registry}/{}",
                rest.replacen(collection, near, 1)
            )
        });
        return Some((
            format!("`{collection}` is not a collection of a registry"),
            expected,
        ));
    }
    // Names of `Microsoft.MachineLearningServices/registries/environments` match `[a-zA-Z0-9][a-zA-Z0-9\-_]*` (template
    // reference of 2022-10-01-preview, read on 2026-11-29); curated environments have dots, too, but none a colon.
    if let [_, name, ..] = parts.as_slice()
        && name.contains(':')
    {
        let message = format!("the asset name `{name}` contains a colon");
        let versioned = name.split_once(':').filter(|(name, version)| {
            let is_plain = |text: &str| !text.is_empty() && !text.contains([':', '@']);
            parts.len() == 2 && is_plain(name) && is_plain(version)
        });
        let expected = versioned.map(|(name, version)| {
            let kind = if version == "latest" {
                "labels"
            } else {
                "versions"
            };
            format!("{REGISTRY}{registry}/{collection}/{name}/{kind}/{version}")
        });
        return Some((message, expected));
    }
    let complete = match parts.as_slice() {
        [_, name, "versions" | "labels", version] => !name.is_empty() && !version.is_empty(),
        // Components have a default version.
        [_, name] => !name.is_empty() && matches!(resource, Resource::Component),
        // A path may follow the version of data or a model.
        [_, _, "versions", _, ..] => matches!(resource, Resource::Data | Resource::Model),
        _ => false,
    };
    (!complete).then(|| {
        (
            "this registry address has no asset name or no version".to_owned(),
            None,
        )
    })
}
