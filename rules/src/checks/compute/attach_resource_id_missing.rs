//! A Kubernetes compute without the resource ID of its cluster.

use crate::checks::prelude::*;

declare_rule! {
    /// A Kubernetes compute is an AKS or Arc-enabled cluster that exists already and is attached to
    /// the workspace. `resource_id` names the cluster. The client accepts a file without it, but
    /// the service has nothing to attach, unless `az ml compute attach` gives it with
    /// `--resource-id`. That is why this is an info.
    ///
    /// ```yaml bad
    /// type: kubernetes
    /// name: k8s
    /// namespace: ml
    /// ```
    /// ```yaml good
    /// type: kubernetes
    /// name: k8s
    /// namespace: ml
    /// resource_id: /subscriptions/0000/resourceGroups/ml/providers/Microsoft.ContainerService/managedClusters/k8s
    /// ```
    "attach-resource-id-missing", Compute, Info,
    summary: "a Kubernetes compute without the resource ID of its cluster",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-compute-kubernetes",
}

fn check(cx: &mut Context<'_>) {
    let root = cx
        .document
        .root()
        .filter(|_| cx.kind() == Some(Kind::ComputeKubernetes));
    let Some((root, kind)) = root.and_then(|root| Some((root, root.get("type")?))) else {
        return;
    };
    // A key without a value is unfinished, and `<<` may define it.
    let given = ["resource_id", "<<"]
        .iter()
        .any(|key| root.entry(key).is_some());
    if given || root.is_incomplete() || faults::is_misspelled(cx, root, "resource_id") {
        return;
    }
    cx.report(
        kind.range(),
        "`resource_id` is missing, so there is no Kubernetes cluster to attach",
    )
    .note("a Kubernetes compute is an existing cluster; the service doesn't create one")
    .help(
        "add `resource_id` with the resource ID of the AKS or Arc-enabled cluster, or give it with \
         `az ml compute attach --resource-id`",
    );
}
