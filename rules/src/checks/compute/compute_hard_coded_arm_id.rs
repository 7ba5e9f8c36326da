//! Computes that are named by their full resource id.

use crate::checks::prelude::*;

declare_rule! {
    /// The full resource id of a compute holds subscription, resource group and workspace. A file
    /// with one works in that workspace only; `azureml:name` means the compute of that name in the
    /// workspace the file is submitted to.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// compute: /subscriptions/0000/resourceGroups/ml/providers/Microsoft.MachineLearningServices/workspaces/dev/computes/cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// compute: azureml:cpu-cluster
    /// ```
    "compute-hard-coded-arm-id", Compute, Hint,
    summary: "a compute by its full resource id, which works in one workspace only",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-core-syntax",
}

fn check(cx: &mut Context<'_>) {
    for node in cx.document.tree().nodes() {
        if !names_compute(node) {
            continue;
        }
        let Some((workspace, name)) = known_text(node).and_then(parts) else {
            continue;
        };
        cx.report(
            node.range(),
            format!("this id names `{name}` of the workspace `{workspace}` only"),
        )
        .note("submitted to another workspace the file still asks for that compute, and fails")
        .help(format!("write `azureml:{name}`"))
        .unsafe_fix(
            format!("write `azureml:{name}`"),
            fix::replace(node, format!("azureml:{name}")),
        );
    }
}

fn names_compute(node: Node<'_>) -> bool {
    let key = node.key().and_then(Node::text);
    !node.is_key() && matches!(key, Some("compute" | "default_compute"))
}

/// Workspace and name in the id of a compute. A virtual cluster has no short form.
fn parts(text: &str) -> Option<(&str, &str)> {
    let id = text.trim().strip_prefix("azureml:").unwrap_or(text.trim());
    let segments: Vec<&str> = id.strip_prefix('/')?.split('/').collect();
    Some((
        segment_after(&segments, "workspaces")?,
        segment_after(&segments, "computes")?,
    ))
}

/// The segment behind that of `kind`, unless it is empty.
fn segment_after<'t>(segments: &[&'t str], kind: &str) -> Option<&'t str> {
    let is_kind = |segment: &&str| segment.eq_ignore_ascii_case(kind);
    let name = segments.get(segments.iter().position(is_kind)? + 1)?;
    (!name.is_empty()).then_some(name)
}
