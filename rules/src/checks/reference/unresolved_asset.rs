//! A reference close to, but not, the name of something in the folder.

use crate::checks::prelude::*;

declare_rule! {
    /// The folder defines an asset of nearly this name. What is registered in the workspace is not
    /// known here, so this speaks only where the name looks like a slip.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:sklern-env@latest
    /// ```
    /// ```yaml bad path=env.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: sklearn-env
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:sklearn-env@latest
    /// ```
    /// ```yaml good path=env.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: sklearn-env
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04
    /// ```
    "unresolved-asset", Reference, Hint,
    summary: "a reference close to the name of an asset in the folder",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
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
        // Names that differ in a number are a series, not a slip.
        let near = cx.workspace.near_name(used.resource, name);
        let Some(near) = near.filter(|near| !letters(near).eq(letters(name))) else {
            continue;
        };
        let text = node.text().unwrap_or_default().replacen(name, near, 1);
        cx.report(
            node.range(),
            format!(
                "no file here defines the {} `{name}`",
                used.resource.label()
            ),
        )
        .help(format!("did you mean `{near}`?"))
        .unsafe_fix(format!("write `{text}`"), fix::replace(node, text));
    }
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !c.is_ascii_digit())
}
