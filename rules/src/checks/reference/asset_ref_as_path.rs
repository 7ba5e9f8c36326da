//! References to registered models where a path is expected.

use crate::checks::prelude::*;

declare_rule! {
    /// `model` with a `path` creates a new model. To deploy a registered model, write the reference itself
    /// as `model`. The CLI looks for a file with the name of the reference, and reports that it doesn't
    /// exist. The same happens with an address that starts with `azureml://` if the model has no `name`,
    /// because the CLI reads the files of such a model, and it can read only local files.
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
    let Some(target) = ModelAddress::of(text) else {
        return;
    };
    // A model with a name is registered from its address.
    let is_named = model
        .resolved()
        .get("name")
        .is_some_and(|name| !name.is_null());
    if is_named && text.starts_with("azureml://") {
        return;
    }
    let (message, help) = match &target {
        ModelAddress::Model(reference) => (
            format!("`{text}` is a registered model, not a path"),
            format!("write `model: {reference}`"),
        ),
        ModelAddress::Data => (
            format!("a model at `{text}` needs a `name`"),
            "add `name` to register the model from there, or register it with `az ml model create` and \
             write `model: azureml:NAME:VERSION`"
                .to_owned(),
        ),
    };
    let diagnostic = cx.report(path.range(), message);
    diagnostic
        .note("the CLI looks for a local file with this name and doesn't find one")
        .help(&help);
    let is_plain = |entry: Entry<'_>| matches!(entry.key.text(), Some("path" | "type"));
    if let ModelAddress::Model(reference) = target
        && model.entries().all(is_plain)
        && let Some(edit) = fix::replace_by_scalar(model, &reference)
    {
        diagnostic.safe_fix(help, edit);
    }
}

/// The model or data at a path that is no local one.
enum ModelAddress {
    /// A registered model, with its reference.
    Model(String),
    /// Files of a datastore or a job.
    Data,
}

impl ModelAddress {
    /// Returns what `path` names; `None` if it may be a local path.
    fn of(path: &str) -> Option<Self> {
        if let Some(address) = path.strip_prefix("azureml://") {
            let parts: Vec<&str> = address.trim_end_matches('/').split('/').collect();
            return Some(match parts[..] {
                ["registries", _, "models", ..] => Self::Model(path.to_owned()),
                ["models", name, "versions" | "labels", "latest"] => {
                    Self::Model(format!("azureml:{name}@latest"))
                }
                ["models", name, "versions", version] => {
                    Self::Model(format!("azureml:{name}:{version}"))
                }
                _ => Self::Data,
            });
        }
        let parsed = AssetRef::parse(path);
        let is_reference = matches!(parsed, AssetRef::Named { .. } | AssetRef::ResourceId(_));
        (is_reference && path.starts_with("azureml:")).then(|| Self::Model(path.to_owned()))
    }
}
