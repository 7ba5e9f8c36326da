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
    let names_compute = |node: &Node<'_>| {
        !node.is_key()
            && node
                .key()
                .and_then(Node::text)
                .is_some_and(|key| ["compute", "default_compute"].contains(&key))
    };
    for node in cx.document.tree().nodes().filter(names_compute) {
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

/// Workspace and name in the id of a compute. A virtual cluster has no short form.
fn parts(text: &str) -> Option<(&str, &str)> {
    let id = text.trim().strip_prefix("azureml:").unwrap_or(text.trim());
    let segments: Vec<&str> = id.strip_prefix('/')?.split('/').collect();
    let after = |kind: &str| {
        let at = segments
            .iter()
            .position(|segment| segment.eq_ignore_ascii_case(kind))?;
        segments
            .get(at + 1)
            .copied()
            .filter(|name| !name.is_empty())
    };
    Some((after("workspaces")?, after("computes")?))
}
