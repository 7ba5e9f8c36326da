//! Environments whose version is not fixed.

use crate::checks::prelude::*;

declare_rule! {
    /// `@latest` stands for the version that was created last when the file is submitted. Two runs
    /// of the same file can have different packages, and an unexpected update reaches deployments
    /// and schedules with the next submission.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml://registries/azureml/environments/sklearn-1.5/labels/latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml://registries/azureml/environments/sklearn-1.5/versions/30
    /// ```
    "unpinned-environment", Environment, Hint (off),
    marks: [Unfinished],
    summary: "an environment whose version is not fixed",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-environments-v2",
}

fn check(cx: &mut Context<'_>) {
    for (node, used) in cx.references() {
        if used.resource != Resource::Environment {
            continue;
        }
        let Some((name, versioned)) = known_text(*node).and_then(unpinned) else {
            continue;
        };
        cx.report(
            node.range(),
            format!("the version of the environment `{name}` is not fixed"),
        )
        .note("`latest` is looked up at each submission, so that packages may change between runs")
        .help(format!("write a version: `{versioned}`"));
    }
}

/// Returns the name of an environment that is used in its latest version, and the syntax for a version.
fn unpinned(reference: &str) -> Option<(&str, String)> {
    match AssetRef::parse(reference) {
        AssetRef::Named {
            name,
            label: Some("latest"),
            ..
        } => Some((name, format!("azureml:{name}:VERSION"))),
        AssetRef::Registry { registry, rest } => {
            let name = rest.strip_prefix("environments/")?;
            let name = name.strip_suffix("/labels/latest")?;
            let versioned =
                format!("azureml://registries/{registry}/environments/{name}/versions/VERSION");
            Some((name, versioned))
        }
        _ => None,
    }
}
