//! Attached computes whose resource is of another type.

use crate::checks::prelude::*;

declare_rule! {
    /// Attaching a compute connects an existing Azure resource to the workspace: a Kubernetes
    /// cluster, a virtual machine, or a Spark pool. The resource ID contains the type of that
    /// resource. The client doesn't compare it with `type`, but the service can't attach one as the
    /// other.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesCompute.schema.json
    /// type: kubernetes
    /// name: k8s
    /// resource_id: /subscriptions/0000/resourceGroups/ml/providers/Microsoft.Compute/virtualMachines/box
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesCompute.schema.json
    /// type: kubernetes
    /// name: k8s
    /// resource_id: /subscriptions/0000/resourceGroups/ml/providers/Microsoft.ContainerService/managedClusters/k8s
    /// ```
    "attach-resource-id-mismatch", Compute, Error,
    marks: [Unfinished],
    summary: "an attached compute whose `resource_id` is of another type than its `type`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-attach-kubernetes-anywhere",
}

fn check(cx: &mut Context<'_>) {
    let Some(kind) = cx
        .kind()
        .filter(|kind| kind.is_compute())
        .and_then(ComputeKind::of_document)
    else {
        return;
    };
    let (Some(kind_node), Some(id)) = (cx.document.get("type"), cx.document.get("resource_id"))
    else {
        return;
    };
    let Some((what, expected)) = attachable::resource(id) else {
        return;
    };
    if kind == expected || !attachable::is_attached(kind) {
        return;
    }
    let right = attachable::type_of(expected);
    let written = kind_node.text().unwrap_or_default();
    let path = cx.document.shared_path();
    cx.report(
        id.range(),
        format!("`resource_id` names {what}, but `type` is `{written}`"),
    )
    .note("the client doesn't compare the two; the service can't attach one as the other")
    .help(format!(
        "write `type: {right}`, or the resource ID of {}",
        attachable::resources_of(kind)
    ))
    .related(&path, kind_node.range(), "the type of the compute")
    .fix(attachable::attach_as(expected, kind_node));
}
