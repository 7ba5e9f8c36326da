//! A reference that is close to the name of an asset in the project.

use crate::checks::prelude::*;

declare_rule! {
    /// A file of this project defines an asset with a similar name, and none defines the one in the
    /// reference. Assets that are registered only in the workspace are not known here, so the
    /// reference is reported only if it looks like a misspelling.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:sklern-env@latest
    /// ```
    /// ```yaml bad path=env.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: sklearn-env
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:sklearn-env@latest
    /// ```
    /// ```yaml good path=env.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: sklearn-env
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04
    /// ```
    "unresolved-asset", Reference, Hint,
    marks: [Unfinished],
    summary: "a reference that looks like a misspelled name of an asset in the project",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#referencing-an-azure-machine-learning-asset",
}

fn check(cx: &mut Context<'_>) {
    for (node, used) in cx
        .references()
        .iter()
        .copied()
        .filter(|(_, used)| used.resource.is_versioned())
    {
        let Some(name) = known_text(node).and_then(|text| AssetRef::parse(text).name()) else {
            continue;
        };
        // Names that differ in a number are a series, not a typo.
        let near = cx
            .workspace
            .near_name(cx.document.path(), used.resource, name);
        let Some(near) = near.filter(|near| !letters(near).eq(letters(name))) else {
            continue;
        };
        // The name may also occur in the prefix `azureml`.
        let text = node.text().unwrap_or_default();
        let (prefix, rest) = text.split_at(text.find(':').map_or(0, |at| at + 1));
        let text = format!("{prefix}{}", rest.replacen(name, near, 1));
        cx.report(
            node.range(),
            format!(
                "no file in this project defines the {} `{name}`",
                used.resource.label()
            ),
        )
        .note(format!(
            "a file defines `{near}`; `{name}` may still be registered in the workspace"
        ))
        .help(format!("did you mean `{near}`?"))
        .unsafe_fix(format!("write `{text}`"), fix::replace(node, text));
    }
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !c.is_ascii_digit())
}
