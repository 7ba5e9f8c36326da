//! Endpoints of deployments that look misspelled.

use crate::checks::prelude::*;

declare_rule! {
    /// A deployment belongs to the endpoint that `endpoint_name` names. If a file of the project
    /// defines an endpoint with almost the same name, and none defines this one, it is probably
    /// misspelled. The endpoint may exist without a file, so this is a hint.
    ///
    /// ```yaml bad path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn-scorng
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml bad path=endpoint.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn-scoring
    /// auth_mode: aad_token
    /// ```
    /// ```yaml good path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn-scoring
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good path=endpoint.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn-scoring
    /// auth_mode: aad_token
    /// ```
    "endpoint-file-missing", Deployment, Hint,
    marks: [Unfinished, Overridable],
    summary: "a deployment of an endpoint that looks misspelled",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-endpoints-online",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind().and_then(Kind::endpoint).is_none() {
        return;
    }
    let node = cx.document.get("endpoint_name");
    let Some((node, name)) = node.and_then(|node| Some((node, known_text(node)?))) else {
        return;
    };
    // Names that differ in a number are a series, not a typo.
    let near = cx
        .workspace
        .near_name(cx.document.path(), Resource::Endpoint, name);
    let Some(near) = near.filter(|near| !letters(near).eq(letters(name))) else {
        return;
    };
    cx.report(
        node.range(),
        format!("no file in this project defines the endpoint `{name}`"),
    )
    .note(format!("a file defines `{near}`"))
    .help(format!("did you mean `{near}`?"))
    .unsafe_fix(format!("write `{near}`"), fix::replace(node, near));
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !c.is_ascii_digit())
}
