//! Scoring scripts without an environment.

use crate::checks::prelude::*;

declare_rule! {
    /// A scoring script runs in the `environment` of the deployment, which needs the packages that
    /// the script imports. The documentation requires one for custom models and, if they are deployed
    /// with a script, for MLflow models. Only for an MLflow model without a script, Azure Machine
    /// Learning creates the environment. The CLI doesn't check this.
    ///
    /// A model of a registry of Azure Machine Learning may come with an environment, so deployments
    /// of it aren't reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// name: blue
    /// type: model
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// code_configuration: {code: src, scoring_script: score.py}
    /// compute: azureml:cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/modelBatchDeployment.schema.json
    /// name: blue
    /// type: model
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// code_configuration: {code: src, scoring_script: score.py}
    /// environment: azureml:scoring:2
    /// compute: azureml:cpu-cluster
    /// ```
    "scoring-script-without-environment", Deployment, Warning,
    summary: "a deployment with a scoring script, but without an environment",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          how-to-mlflow-batch#customize-model-deployment-with-scoring-script",
}

fn check(cx: &mut Context<'_>) {
    let is_of_model = matches!(
        cx.kind(),
        Some(
            Kind::DeploymentManagedOnline
                | Kind::DeploymentKubernetesOnline
                | Kind::DeploymentBatch
                | Kind::DeploymentBatchModel
        )
    );
    let root = cx
        .document
        .root()
        .filter(|root| is_of_model && !root.is_incomplete());
    let Some(root) = root else { return };
    let is_set = |key: &str| root.get(key).is_some_and(|node| !node.is_null());
    let Some(code) = root
        .entry("code_configuration")
        .filter(|_| !is_set("environment"))
    else {
        return;
    };
    let has_script = code.value.resolved().get("scoring_script").is_some();
    let is_of_registry = root
        .get("model")
        .and_then(Node::text)
        .is_some_and(|text| text.starts_with("azureml://registries/"));
    let set = cx.cli_overrides();
    let environment = [Segment::Key("environment".into())];
    if !has_script
        || is_of_registry
        || root.get("model").is_none()
        || set.adds(&environment).is_some()
    {
        return;
    }
    cx.report(
        code.key.range(),
        "the scoring script has no environment to run in",
    )
    .note("the documentation requires one; only an MLflow model without a script does without")
    .help("add `environment: azureml:NAME:VERSION` with the packages that the script imports");
}
