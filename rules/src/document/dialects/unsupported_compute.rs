//! Computes that the REST API has and CLI v2 can't attach. Source: the template reference of
//! Microsoft.MachineLearningServices/workspaces/computes; azure-ai-ml 1.35.2 rejects their types.

use crate::syntax::Node;

/// Types of computes that the client can't create or attach, with the providers of
/// their resources.
const UNSUPPORTED_COMPUTES: [(&str, &str); 5] = [
    ("aks", "Microsoft.ContainerService"),
    ("databricks", "Microsoft.Databricks"),
    ("datafactory", "Microsoft.DataFactory"),
    ("hdinsight", "Microsoft.HDInsight"),
    ("datalakeanalytics", "Microsoft.DataLakeAnalytics"),
];

/// Returns the value of `type`, if it is that of a compute which the client can't attach.
pub(in crate::document) fn unsupported_compute(root: Node<'_>) -> Option<Node<'_>> {
    let node = root.get("type")?;
    let name = node.text()?;
    let is_its = |known: &&(&str, &str)| known.0.eq_ignore_ascii_case(name);
    let (_, provider) = UNSUPPORTED_COMPUTES.iter().find(is_its)?;
    let url = root.get("$schema").and_then(Node::text).unwrap_or_default();
    let id = root.get("resource_id").and_then(Node::text);
    let is_ours = url.contains("azuremlschemas") && url.to_ascii_lowercase().contains("compute");
    let has_resource = id.is_some_and(|id| {
        id.to_ascii_lowercase()
            .contains(&provider.to_ascii_lowercase())
    });
    (has_resource || is_ours).then_some(node)
}
