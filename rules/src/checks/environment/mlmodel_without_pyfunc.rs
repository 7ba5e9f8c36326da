//! An MLflow model that cannot be deployed without a scoring script.

use crate::checks::prelude::*;
use crate::checks::shared::reference::model_folders::model_folders;

declare_rule! {
    /// An online deployment can serve an MLflow model without a scoring script only if the model
    /// has the flavor `python_function`, through which the service calls every model in the same
    /// way.
    ///
    /// ```yaml bad path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: {type: mlflow_model, path: churn}
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml bad path=churn/MLmodel
    /// flavors: {spark: {model_data: sparkml}}
    /// ```
    /// ```yaml good path=good.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: {type: mlflow_model, path: good}
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good path=good/MLmodel
    /// flavors: {python_function: {loader_module: mlflow.sklearn}}
    /// ```
    "mlmodel-without-pyfunc", Environment, Warning,
    summary: "a deployment without a scoring script of a model that needs one",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-deploy-mlflow-models",
}

fn check(cx: &mut Context<'_>) {
    let is_online = cx.kind().is_some_and(Kind::is_online_deployment);
    if !is_online || cx.document.get("code_configuration").is_some() {
        return;
    }
    for model in model_folders(cx) {
        if model.definition.key().and_then(Node::text) != Some("model") {
            continue;
        }
        let Some(description) = model.description(cx) else {
            continue;
        };
        let flavors = description.root().and_then(|root| root.get("flavors"));
        let Some(flavors) = flavors.filter(|flavors| flavors.entries().next().is_some()) else {
            continue;
        };
        if flavors.get("python_function").is_none() {
            cx.report(
                model.path.range(),
                "the model has no `python_function` flavor, so the deployment needs a scoring script",
            )
            .note("without a script, the service calls the model through this flavor")
            .help("add `code_configuration` and `environment`, or log the model with a flavor that includes `python_function`");
        }
    }
}
