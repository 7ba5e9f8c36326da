//! Data, models, and inputs with an implicit type.

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// An input or a data asset without `type` is a `uri_folder`, and a model is a `custom_model`,
    /// even if its path is a file or an MLflow model. With the type, readers don't need to know
    /// the default, and a wrong type is easier to see.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/data.schema.json
    /// name: wine
    /// path: azureml://datastores/lake/paths/wine/
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/data.schema.json
    /// name: wine
    /// type: uri_folder
    /// path: azureml://datastores/lake/paths/wine/
    /// ```
    "explicit-type", Style, Hint(off),
    summary: "an input, data asset, or model without `type`",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-data",
}

fn check(cx: &mut Context<'_>) {
    // A component may set what a step omits.
    if cx.kind().is_some_and(Kind::is_component) {
        return;
    }
    for mapping in fields::mappings_of(cx, &["Data", "Model", "DataInput"]) {
        let judgement = cx.judgement();
        let def = judgement.mapping_type(mapping);
        let Some(ty) = def.and_then(|def| match def.name {
            "Data" | "DataInput" => Some("uri_folder"),
            "Model" => Some("custom_model"),
            _ => None,
        }) else {
            continue;
        };
        let Some(path) = mapping.entry("path") else {
            continue;
        };
        if mapping.get("type").is_some() || mapping.get("<<").is_some() {
            continue;
        }
        let edit = fix::add_entry(mapping, "type", ty, &["path"]);
        let diagnostic = cx.report(
            path.key.range(),
            format!("without `type`, this is a `{ty}`"),
        );
        diagnostic
            .note("readers must know the default, and a wrong type goes unnoticed")
            .help(format!("write `type: {ty}`"));
        if let Some(edit) = edit {
            diagnostic.safe_fix(format!("write `type: {ty}`"), edit);
        }
    }
}
