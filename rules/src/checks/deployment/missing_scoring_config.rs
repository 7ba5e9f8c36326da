//! Models that no script or server serves.

use crate::checks::prelude::*;

declare_rule! {
    /// An MLflow or Triton model is served as it is. Any other model needs something that loads it
    /// and answers requests: a scoring script in `code_configuration`, or an environment whose
    /// container has its own server, which `inference_config` describes. Without either, the
    /// deployment fails. A model without `type` is a custom model.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: {path: model, type: custom_model}
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: {path: model, type: mlflow_model}
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "missing-scoring-config", Deployment, Warning,
    summary: "a deployment of a custom model without a scoring script",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-deploy-online-endpoints",
}

fn check(cx: &mut Context<'_>) {
    let is_batch = match cx.kind() {
        Some(Kind::DeploymentManagedOnline | Kind::DeploymentKubernetesOnline) => false,
        Some(Kind::DeploymentBatch | Kind::DeploymentBatchModel) => true,
        _ => return,
    };
    let Some(root) = cx.document.root().filter(|root| !root.is_incomplete()) else {
        return;
    };
    let is_set = |key| root.get(key).is_some_and(|node: Node<'_>| !node.is_null());
    // The file doesn't show the type of a registered model, or the server of a registered environment.
    let Some(model) = root
        .entry("model")
        .filter(|_| !is_set("code_configuration"))
    else {
        return;
    };
    let of_model = model.value.resolved();
    let has_own_path = of_model
        .get("path")
        .and_then(known_text)
        .is_some_and(|path| !path.contains(':'));
    if !has_own_path || !is_custom(of_model) || !is_batch && may_serve(root) {
        return;
    }
    let diagnostic = cx.report(
        model.key.range(),
        "nothing serves the custom model: there is no scoring script",
    );
    diagnostic.note(if of_model.get("type").is_none() {
        "a model without `type` is a custom model"
    } else {
        "only MLflow and Triton models are served without one"
    });
    diagnostic.help(if is_batch {
        "add `code_configuration`, or `type: mlflow_model` if it is an MLflow model"
    } else {
        "add `code_configuration`, or an environment with `inference_config`, or `type: \
         mlflow_model` if it is an MLflow model"
    });
}

fn is_custom(model: Node<'_>) -> bool {
    match model.get("type").filter(|node| !node.is_null()) {
        None => true,
        Some(node) => {
            known_text(node).is_some_and(|text| text.eq_ignore_ascii_case("custom_model"))
        }
    }
}

/// Returns `true` if the environment of the deployment may have a server of its own.
fn may_serve(root: Node<'_>) -> bool {
    let Some(environment) = root.get("environment").filter(|node| !node.is_null()) else {
        return false;
    };
    environment.kind() != NodeKind::Mapping || environment.get("inference_config").is_some()
}
