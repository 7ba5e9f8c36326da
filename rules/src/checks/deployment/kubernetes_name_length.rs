//! Names of Kubernetes deployments and endpoints that are too long together.

use crate::checks::prelude::*;
use crate::compute::limits::KUBERNETES_NAMES;

declare_rule! {
    /// On Kubernetes, the names of an endpoint and of its deployment have 6 to 62 characters together.
    /// Each of them can have 32.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineDeployment.schema.json
    /// type: kubernetes
    /// name: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
    /// endpoint_name: cccccccccccccccccccccccccccccccc
    /// model: azureml:churn:3
    /// environment: azureml:churn-env:2
    /// instance_count: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineDeployment.schema.json
    /// type: kubernetes
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// environment: azureml:churn-env:2
    /// instance_count: 1
    /// ```
    "kubernetes-name-length", Deployment, Error,
    kind: DeploymentKubernetesOnline,
    marks: [Unfinished],
    summary: "a Kubernetes deployment whose name is too long with that of its endpoint",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-quotas",
}

/// Maximum length of one name; other rules report longer ones.
const EACH: usize = 32;

fn check(cx: &mut Context<'_>) {
    let name = |key| {
        let node = cx.document.get(key)?;
        let length = known_text(node)?.chars().count();
        Some((node, length)).filter(|(_, length)| *length <= EACH)
    };
    let (Some((node, own)), Some((_, endpoint))) = (name("name"), name("endpoint_name")) else {
        return;
    };
    let together = own + endpoint;
    if i64::try_from(together).is_ok_and(|together| together <= KUBERNETES_NAMES) {
        return;
    }
    cx.report(
        node.range(),
        format!("the names of the deployment and its endpoint have {together} characters together"),
    )
    .note(format!(
        "on Kubernetes, they can have {KUBERNETES_NAMES}; the CLI doesn't check it"
    ))
    .help("shorten one of the names");
}
