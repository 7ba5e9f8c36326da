//! References to registered models where a path is expected.

use crate::checks::prelude::*;

declare_rule! {
    /// `model` with a `path` uploads a new model from that path. To deploy a registered model, `model`
    /// is the reference itself. The CLI looks for a file with the name of the reference, and reports
    /// that there is none.
    ///
    /// Fix: writes the reference as the value of `model`. It is safe, because the file is rejected as
    /// it is. There is no fix where the mapping has a `name` or a `version` of another model.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: {path: azureml:churn:3}
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "asset-ref-as-path", Reference, Error,
    marks: [Unfinished],
    summary: "a reference to a registered model as the path of a new one",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-deployment-managed-online",
}

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_deployment) {
        return;
    }
    let Some(model) = cx.document.get("model") else {
        return;
    };
    let Some(path) = model.resolved().get("path") else {
        return;
    };
    let Some(text) = known_text(path) else { return };
    if !matches!(
        AssetRef::parse(text),
        AssetRef::Named { .. } | AssetRef::ResourceId(_)
    ) || !text.starts_with("azureml:")
    {
        return;
    }
    let is_plain = |entry: Entry<'_>| matches!(entry.key.text(), Some("path" | "type"));
    let edit = fix::replace_by_scalar(model, path.raw());
    let edit = edit.filter(|_| model.entries().all(is_plain));
    let diagnostic = cx.report(
        path.range(),
        format!("`{text}` is a registered model, not a path"),
    );
    diagnostic
        .note("`path` is that of a new model, and the CLI finds no file with this name")
        .help(format!("write `model: {text}`"));
    if let Some(edit) = edit {
        diagnostic.safe_fix(format!("write `model: {text}`"), edit);
    }
}
