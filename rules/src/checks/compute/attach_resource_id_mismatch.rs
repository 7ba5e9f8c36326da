//! Attached computes whose resource is of another type.

use crate::checks::prelude::*;

declare_rule! {
    /// Attaching a compute means naming an existing Azure resource. Its id says what it is: a
    /// Kubernetes cluster, a virtual machine, a Spark pool. Where `type` says something else the
    /// service refuses it, after the client has accepted it.
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
    summary: "an attached compute whose `resource_id` is of another type than its `type`",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-attach-kubernetes-anywhere",
}

/// Resource types that can be attached, what they are, and the `type` of the compute.
const TYPES: &[(&str, &str, ComputeKind)] = &[
    (
        "microsoft.containerservice/managedclusters",
        "an AKS cluster",
        ComputeKind::Kubernetes,
    ),
    (
        "microsoft.kubernetes/connectedclusters",
        "an Arc-enabled Kubernetes cluster",
        ComputeKind::Kubernetes,
    ),
    (
        "microsoft.compute/virtualmachines",
        "a virtual machine",
        ComputeKind::VirtualMachine,
    ),
    (
        "microsoft.synapse/workspaces/bigdatapools",
        "a Synapse Spark pool",
        ComputeKind::SynapseSpark,
    ),
];

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
    let Some((_, what, wanted)) =
        resource_type(id).and_then(|of| TYPES.iter().find(|(name, ..)| *name == of))
    else {
        return;
    };
    let attached = matches!(
        kind,
        ComputeKind::Kubernetes | ComputeKind::VirtualMachine | ComputeKind::SynapseSpark
    );
    if kind == *wanted || !attached {
        return;
    }
    let right = match wanted {
        ComputeKind::Kubernetes => "kubernetes",
        ComputeKind::VirtualMachine => "virtualmachine",
        _ => "synapsespark",
    };
    let written = kind_node.text().unwrap_or_default();
    let path = cx.document.shared_path();
    cx.report(
        id.range(),
        format!("this id is that of {what}, but `type` is `{written}`"),
    )
    .note("the client accepts it; the service refuses to attach one as the other")
    .help(format!(
        "write `type: {right}`, or the id of a resource that fits `{written}`"
    ))
    .related(&path, kind_node.range(), "the type of the compute")
    .unsafe_fix(
        format!("write `type: {right}`"),
        fix::replace(kind_node, right),
    );
}

/// `microsoft.compute/virtualmachines` of a resource id, in lower case. Names in the id may be
/// placeholders, types not.
fn resource_type(node: Node<'_>) -> Option<String> {
    let text = node
        .text()
        .filter(|_| !node.is_repaired())?
        .to_ascii_lowercase();
    let (_, resource) = text.split_once("/providers/")?;
    let mut parts = resource.trim_end_matches('/').split('/');
    let mut found = parts.next()?.to_owned();
    // Types and names alternate.
    for kind in parts.step_by(2) {
        found = format!("{found}/{kind}");
    }
    (!is_template(&found)).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    #[test]
    fn reads_the_type_of_an_id() {
        let of = |text: &str| parse(text).root().and_then(resource_type);
        let pool = "/subscriptions/<s>/resourceGroups/<r>/providers/\
                    Microsoft.Synapse/workspaces/<w>/bigDataPools/<p>";
        assert_eq!(
            of(pool).as_deref(),
            Some("microsoft.synapse/workspaces/bigdatapools")
        );
        assert_eq!(
            of("/subscriptions/x/providers/<provider>/virtualMachines/v"),
            None
        );
        assert_eq!(of("my-vm"), None);
    }
}
