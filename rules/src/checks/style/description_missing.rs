//! Registered assets without a description.

use crate::checks::prelude::*;

declare_rule! {
    /// Others find components, environments, data, and models in the studio and in registries,
    /// which only show the name and the description.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/data.schema.json
    /// name: wine
    /// type: uri_folder
    /// path: azureml://datastores/lake/paths/wine/
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/data.schema.json
    /// name: wine
    /// description: Chemical tests of 6,000 wines, one CSV file for each year
    /// type: uri_folder
    /// path: azureml://datastores/lake/paths/wine/
    /// ```
    "description-missing", Style, Hint(off),
    summary: "a component, environment, data asset, or model without a `description`",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-components-pipelines",
}

fn check(cx: &mut Context<'_>) {
    let Some(kind) = cx.kind() else { return };
    let is_registered =
        kind.is_component() || matches!(kind, Kind::Environment | Kind::Data | Kind::Model);
    let Some(root) = cx.document.root().filter(|_| is_registered) else {
        return;
    };
    // Without a name, it is only used by its path.
    let Some(name) = root.entry("name") else {
        return;
    };
    let is_empty = |value: Node<'_>| value.is_null() || value.text().is_some_and(str::is_empty);
    if root
        .get("description")
        .is_some_and(|value| !is_empty(value))
        || root.get("<<").is_some()
    {
        return;
    }
    let what = with_article(kind.label());
    cx.report(
        name.value.range(),
        format!("{what} without a `description`"),
    )
    .note("others see the name and the description when they look for it")
    .help("add a `description` that says what it is for");
}
