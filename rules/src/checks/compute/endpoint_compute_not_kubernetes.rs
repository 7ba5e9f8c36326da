//! An online endpoint on a compute that cannot host it.

use crate::checks::prelude::*;

declare_rule! {
    /// An online endpoint with `compute` is a Kubernetes endpoint: its containers run on a
    /// Kubernetes cluster that is attached to the workspace. No other compute can host an online
    /// endpoint. Without `compute`, the endpoint is a managed online endpoint.
    ///
    /// An AKS cluster that was attached with CLI or SDK v1 (`AksCompute`, an inference cluster)
    /// does not work with CLI v2 either. Attach it again as `type: kubernetes`.
    ///
    /// ```yaml bad path=endpoint.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineEndpoint.schema.json
    /// name: credit
    /// auth_mode: key
    /// compute: azureml:cpu-cluster
    /// ```
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// ```
    /// ```yaml good path=endpoint.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineEndpoint.schema.json
    /// name: credit
    /// auth_mode: key
    /// compute: azureml:aks-prod
    /// ```
    /// ```yaml good path=aks.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesCompute.schema.json
    /// type: kubernetes
    /// name: aks-prod
    /// ```
    "endpoint-compute-not-kubernetes", Compute, Error,
    summary: "an online endpoint on a compute that is not Kubernetes",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-endpoints-online",
}

fn check(cx: &mut Context<'_>) {
    // If there are signs of a managed endpoint, `compute-on-managed-endpoint` reports `compute`.
    if cx.kind() != Some(Kind::EndpointKubernetesOnline)
        || super::compute_on_managed_endpoint::looks_managed(cx)
    {
        return;
    }
    let Some(node) = cx.document.get("compute") else {
        return;
    };
    let (what, compute) = match cx.resolve_compute(node) {
        Resolution::Local => ("`local`".to_owned(), None),
        Resolution::Serverless => ("serverless compute".to_owned(), None),
        Resolution::Known(compute) => {
            let Some(kind) = compute
                .kind()
                .filter(|kind| kind.never_takes(Load::Online) || kind.is_single_node())
            else {
                return;
            };
            (
                format!("`{}`, {}", compute.name(), with_article(kind.label())),
                Some(compute),
            )
        }
        _ => return,
    };
    let fixes = compute_fixes::for_value(cx, node, Load::Online, 1);
    let diagnostic = cx.report(
        node.range(),
        format!("an online endpoint cannot run on {what}"),
    );
    diagnostic
        .note("`compute` of an online endpoint names an attached Kubernetes cluster")
        .help(
            "use a compute of `type: kubernetes`, or remove `compute` to get a managed online \
             endpoint",
        );
    if let Some(compute) = &compute {
        diagnostic.defined_at(compute);
        if compute.kind() == Some(ComputeKind::InferenceCluster) {
            diagnostic.help(
                "attach the AKS cluster again as `type: kubernetes`, or remove `compute` to get a \
                 managed online endpoint",
            );
        }
    }
    diagnostic.fixes = fixes;
}
