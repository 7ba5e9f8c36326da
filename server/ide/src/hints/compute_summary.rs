//! Short description of a compute: after its name in a file and in the graph of a pipeline.

use azml_rules::compute::{ComputeKind, KnownCompute};
use azml_rules::wording::counted;

/// "cluster · 0–4 nodes"; `None` if its kind is unknown.
pub(crate) fn summary(compute: &KnownCompute) -> Option<String> {
    let kind = compute.kind()?;
    let label = match kind {
        ComputeKind::Cluster => "cluster",
        ComputeKind::Instance => "compute instance",
        ComputeKind::Kubernetes => "Kubernetes",
        other => other.label(),
    };
    let nodes = match (compute.min_nodes(), compute.max_nodes()) {
        _ if kind.is_single_node() => Some("1 node".to_owned()),
        (min, Some(max)) if min == Some(max) => Some(counted(max, "node")),
        (min, Some(max)) => Some(format!("{}–{max} nodes", min.unwrap_or(0))),
        _ => None,
    };
    Some(match nodes {
        Some(nodes) => format!("{label} · {nodes}"),
        None => label.to_owned(),
    })
}
