//! Scoring scripts for models that need none.

use crate::checks::prelude::*;
use crate::checks::shared::reference::served_model::served_model;

declare_rule! {
    /// The service writes the scoring script and makes the environment of an MLflow model itself.
    /// `code_configuration` replaces them: the script must then load the model and read the requests,
    /// and its environment must list the packages of the model and of the inference server.
    ///
    /// This is an opinion for those who want to maintain less; there are good reasons for a script,
    /// such as another format of requests. So the rule is off by default.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: {path: model, type: mlflow_model}
    /// code_configuration: {code: src, scoring_script: score.py}
    /// environment: azureml:churn-env:2
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
    "mlflow-extra-config", Deployment, Info (off),
    summary: "a scoring script for an MLflow model, which needs none",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-deploy-mlflow-models",
}

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_deployment) {
        return;
    }
    let root = cx.document.root();
    let script = root.and_then(|root| root.get_path(&["code_configuration", "scoring_script"]));
    let Some(script) = script else { return };
    if served_model(cx).is_some_and(|model| model.is_mlflow()) {
        cx.report(script.range(), "an MLflow model needs no scoring script")
            .note("the service writes the script and makes the environment from the model")
            .help("remove `code_configuration` and `environment`, unless requests need another format");
    }
}
