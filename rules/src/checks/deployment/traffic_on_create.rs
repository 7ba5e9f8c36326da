//! Traffic for deployments that don't exist yet.

use crate::checks::prelude::*;

declare_rule! {
    /// An endpoint is created before its deployments, and traffic can only go to deployments that
    /// exist. With traffic for deployments that don't exist yet, the endpoint can't be created.
    /// Set the traffic with `az ml online-endpoint update` after the deployments are created.
    ///
    /// Only a deployment without a file in the project is reported, if the project has files of
    /// deployments.
    ///
    /// ```yaml bad path=endpoint.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// traffic: {green: 100}
    /// ```
    /// ```yaml bad path=blue.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good path=endpoint.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: churn
    /// auth_mode: aad_token
    /// ```
    /// ```yaml good path=blue.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    "traffic-on-create", Deployment, Info,
    summary: "traffic of an endpoint for a deployment that has no file",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-endpoint-online",
}

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_online_endpoint) {
        return;
    }
    let Some(root) = cx.document.root() else {
        return;
    };
    let (Some(name), Some(traffic)) = (root.get("name").and_then(known_text), root.get("traffic"))
    else {
        return;
    };
    let share = |entry: &Entry<'_>| known_int(entry.value.resolved()).unwrap_or(0);
    let used: Vec<_> = traffic.entries().filter(|entry| share(entry) > 0).collect();
    if used.is_empty() {
        return;
    }
    let from = cx.document.path();
    let mut deployments = Vec::new();
    for file in cx.workspace.members_in_scope(from, Resource::Deployment) {
        let value = |key| file.get(key).and_then(known_text);
        // A file with placeholders or without an endpoint may belong to this endpoint.
        match (value("endpoint_name"), value("name")) {
            (Some(endpoint), Some(own)) if endpoint == name => deployments.push(own),
            (Some(_), Some(_)) => {}
            _ => return,
        }
    }
    if deployments.is_empty() {
        return;
    }
    for entry in used {
        let Some(target) = known_text(entry.key) else {
            continue;
        };
        // The client converts the names to lowercase.
        if deployments
            .iter()
            .any(|own| own.eq_ignore_ascii_case(target))
        {
            continue;
        }
        let near = closest(target, deployments.iter().copied());
        let diagnostic = cx.report(
            entry.key.range(),
            format!("no file in this project defines the deployment `{target}`"),
        );
        diagnostic.note(
            "traffic can only go to deployments that exist, so the endpoint can't be created with \
             it",
        );
        diagnostic.help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "set the traffic with `az ml online-endpoint update` after the deployment is \
                     created"
                .to_owned(),
        });
    }
}
