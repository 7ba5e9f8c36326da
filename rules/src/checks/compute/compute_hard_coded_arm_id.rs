//! Computes that are named by their full resource ID.

use crate::checks::prelude::*;

declare_rule! {
    /// The full resource ID of a compute contains a subscription, a resource group, and a
    /// workspace, so the file only works in that workspace. `azureml:NAME` means the compute with
    /// that name in the workspace to which the file is submitted.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// compute: /subscriptions/0000/resourceGroups/ml/providers/Microsoft.MachineLearningServices/workspaces/dev/computes/cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:pytorch@latest
    /// compute: azureml:cpu-cluster
    /// ```
    "compute-hard-coded-arm-id", Compute, Hint,
    marks: [Unfinished],
    summary: "a compute given by its full resource ID, which ties the file to one workspace",
    fix: Unsafe,
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
        let is_in_other_workspace = is_in_other_workspace(cx, name);
        let diagnostic = cx.report(
            node.range(),
            format!("this resource ID ties the file to the workspace `{workspace}`"),
        );
        diagnostic
            .note(format!(
            "submitted to another workspace, it still asks for `{name}` of `{workspace}` and fails"
        ))
        .help(format!("write `azureml:{name}`"));
        if !is_in_other_workspace {
            diagnostic.unsafe_fix(
                format!("write `azureml:{name}`"),
                fix::replace(node, format!("azureml:{name}")),
            );
        }
    }
}

/// Returns `true` if the inventory has no compute of this name: it belongs to another workspace.
fn is_in_other_workspace(cx: &Context<'_>, name: &str) -> bool {
    let inventories = &cx.settings.inventories;
    let is_whole = !inventories.is_empty() && inventories.iter().all(|it| it.is_whole);
    is_whole
        && cx
            .workspace
            .compute_named(cx.document.path(), name)
            .is_none()
}

fn names_compute(node: Node<'_>) -> bool {
    let key = node.key().and_then(Node::text);
    !node.is_key() && matches!(key, Some("compute" | "default_compute"))
}

/// Returns the workspace and the name in the ID of a compute. A virtual cluster has no short form.
fn parts(text: &str) -> Option<(&str, &str)> {
    let id = text.trim().strip_prefix("azureml:").unwrap_or(text.trim());
    let segments: Vec<&str> = id.strip_prefix('/')?.split('/').collect();
    Some((
        segment_after(&segments, "workspaces")?,
        segment_after(&segments, "computes")?,
    ))
}

/// Returns the segment after that of `kind`, unless it is empty.
fn segment_after<'t>(segments: &[&'t str], kind: &str) -> Option<&'t str> {
    let is_kind = |segment: &&str| segment.eq_ignore_ascii_case(kind);
    let name = segments.get(segments.iter().position(is_kind)? + 1)?;
    (!name.is_empty()).then_some(name)
}
