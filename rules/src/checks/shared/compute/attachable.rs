//! Azure resources that can be attached as computes, by the type in their resource ID.

use crate::compute::ComputeKind;
use crate::fix::{self, Edit, Fix};
use crate::syntax::{Entry, Node, NodeKind, is_template, known_text};

/// Attachable resource types, each with a description and the kind of the compute.
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

/// Describes the resource that the ID `node` names, with the compute kind it is attached as; `None`
/// if it can't be attached.
pub(crate) fn resource(node: Node<'_>) -> Option<(&'static str, ComputeKind)> {
    let found = resource_type(node)?;
    let (_, what, kind) = TYPES.iter().find(|(name, ..)| *name == found)?;
    Some((what, *kind))
}

/// Returns `true` if computes of `kind` are attached: they exist before the workspace knows them.
pub(crate) fn is_attached(kind: ComputeKind) -> bool {
    TYPES.iter().any(|(.., of)| *of == kind)
}

/// Returns the `type` of an attached compute of `kind`.
pub(crate) fn type_of(kind: ComputeKind) -> &'static str {
    match kind {
        ComputeKind::Kubernetes => "kubernetes",
        ComputeKind::VirtualMachine => "virtualmachine",
        _ => "synapsespark",
    }
}

/// Sets `type_node`, the value of `type`, and `$schema` to `kind`, and adds the key that such a compute
/// needs.
pub(crate) fn attach_as(kind: ComputeKind, type_node: Node<'_>) -> Fix {
    let right = type_of(kind);
    let mut edits = vec![fix::replace(type_node, right)];
    edits.extend(schema(kind, type_node));
    edits.extend(ssh_settings(kind, type_node));
    Fix::unsafe_(format!("write `type: {right}`"), edits)
}

/// Names of the schemas of computes.
const SCHEMAS: [(&str, ComputeKind); 5] = [
    ("amlCompute", ComputeKind::Cluster),
    ("computeInstance", ComputeKind::Instance),
    ("vmCompute", ComputeKind::VirtualMachine),
    ("kubernetesCompute", ComputeKind::Kubernetes),
    ("synapseSparkCompute", ComputeKind::SynapseSpark),
];

/// Sets the name in `$schema`, if it is that of another compute.
fn schema(kind: ComputeKind, type_node: Node<'_>) -> Option<Edit> {
    let node = type_node.parent()?.get("$schema")?;
    let (base, file) = known_text(node)?.rsplit_once('/')?;
    let name = file.strip_suffix(".schema.json")?;
    let (_, written) = SCHEMAS.iter().find(|(known, _)| *known == name)?;
    let (right, _) = SCHEMAS.iter().find(|(_, of)| *of == kind)?;
    (*written != kind).then(|| fix::set_text(node, &format!("{base}/{right}.schema.json")))
}

/// Adds `ssh_settings` for a virtual machine, which the service reaches over SSH.
fn ssh_settings(kind: ComputeKind, type_node: Node<'_>) -> Option<Edit> {
    let root = type_node.parent()?;
    let is_unset = root.kind() == NodeKind::Mapping && root.entry("ssh_settings").is_none();
    if kind != ComputeKind::VirtualMachine || !is_unset {
        return None;
    }
    let last: Entry<'_> = root.entry("resource_id").or_else(|| root.last_entry())?;
    let value = if root.is_flow() {
        "{admin_username: <user>, ssh_private_key_file: <path>}"
    } else {
        "admin_username: <user>\nssh_private_key_file: <path>"
    };
    Some(fix::insert_key(last, "ssh_settings", value))
}

/// Lists the resources that attach as `kind`: "an AKS cluster or an Arc-enabled Kubernetes cluster".
pub(crate) fn resources_of(kind: ComputeKind) -> String {
    let fitting = TYPES.iter().filter(|(.., of)| *of == kind);
    let names: Vec<&str> = fitting.map(|(_, what, _)| *what).collect();
    names.join(" or ")
}

/// Returns `microsoft.compute/virtualmachines` of a resource ID, in lower case. Names in the ID may
/// be placeholders, types may not.
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
