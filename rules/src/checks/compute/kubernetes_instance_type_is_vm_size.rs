//! VM sizes where Kubernetes expects the name of an instance type.

use crate::checks::prelude::*;
use crate::compute::looks_like_vm_size;

declare_rule! {
    /// On Kubernetes, `instance_type` names an instance type that an administrator has created in
    /// the cluster: a Kubernetes object with CPU, memory, and a node selector. It can't have the
    /// name of a VM size, because names of Kubernetes objects contain no `_` and no uppercase
    /// letters. Without `instance_type`, the `defaultinstancetype` of the cluster is used.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineDeployment.schema.json
    /// type: kubernetes
    /// name: blue
    /// endpoint_name: churn
    /// instance_type: Standard_DS3_v2
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineDeployment.schema.json
    /// type: kubernetes
    /// name: blue
    /// endpoint_name: churn
    /// instance_type: defaultinstancetype
    /// ```
    "kubernetes-instance-type-is-vm-size", Compute, Warning,
    summary: "a VM size where Kubernetes expects the name of an instance type",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          how-to-manage-kubernetes-instance-types",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() == Some(Kind::DeploymentKubernetesOnline) {
        if let Some(node) = cx.document.get("instance_type") {
            judge(cx, node);
        }
        return;
    }
    if cx.kind().is_some_and(Kind::is_batch_deployment) {
        let root = cx.document.root();
        let node = root.and_then(|root| root.get_path(&["resources", "instance_type"]));
        if let (Some(node), Some(compute)) = (node, cx.document.get("compute"))
            && is_kubernetes(cx, compute)
        {
            judge(cx, node);
        }
        return;
    }
    for work in cx.works() {
        let own = work.node.get_path(&["resources", "instance_type"]);
        let node = own.or_else(|| work.node.get_path(&["trial", "resources", "instance_type"]));
        if let (Some(node), Some(compute)) = (node, work.target.node)
            && is_kubernetes(cx, compute)
        {
            judge(cx, node);
        }
    }
}

/// Returns `true` if the `compute` value is known to name a Kubernetes compute.
fn is_kubernetes<'a>(cx: &Context<'a>, compute: Node<'a>) -> bool {
    match cx.resolve_compute(compute) {
        Resolution::Known(compute) => compute.kind() == Some(ComputeKind::Kubernetes),
        _ => false,
    }
}

fn judge(cx: &mut Context<'_>, node: Node<'_>) {
    let Some(name) = known_text(node).filter(|name| looks_like_vm_size(name)) else {
        return;
    };
    cx.report(
        node.range(),
        format!("`{name}` is a VM size; Kubernetes expects the name of an instance type"),
    )
    .note(
        "no instance type can have this name, because names of Kubernetes objects contain no `_` \
         and no uppercase letters",
    )
    .help(
        "write the name of an instance type of the cluster, or remove `instance_type` to get \
         `defaultinstancetype`",
    )
    .unsafe_fix(
        "use `defaultinstancetype`",
        fix::replace(node, "defaultinstancetype"),
    );
}
