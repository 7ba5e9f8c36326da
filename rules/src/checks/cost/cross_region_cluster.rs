//! A cluster in another region than its data.

use crate::checks::prelude::*;

declare_rule! {
    /// A cluster can be in another region than the workspace. Its jobs then read their data across
    /// regions, which is slower and adds data transfer costs.
    ///
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: gpu-cluster
    /// location: westus2
    /// ```
    /// ```yaml bad path=workspace.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/workspace.schema.json
    /// name: ml
    /// location: West Europe
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: gpu-cluster
    /// location: westeurope
    /// ```
    /// ```yaml good path=workspace.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/workspace.schema.json
    /// name: ml
    /// location: West Europe
    /// ```
    "cross-region-cluster", Cost, Info,
    kind: ComputeAmlcompute,
    summary: "a cluster in another region than the only workspace of the folder",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-attach-compute-cluster",
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("location") else {
        return;
    };
    let Some(location) = known_text(node) else {
        return;
    };
    // With several workspaces, that of the cluster is unknown.
    let mut workspaces = cx.workspace.members(Resource::Workspace);
    let (Some(workspace), None) = (workspaces.next(), workspaces.next()) else {
        return;
    };
    let Some((place, home)) = workspace
        .get("location")
        .and_then(|node| Some((node, known_text(node)?)))
    else {
        return;
    };
    if region(location) == region(home) {
        return;
    }
    cx.report(
        node.range(),
        format!("the cluster is in `{location}`, but the workspace is in `{home}`"),
    )
    .note(
        "jobs read the data of the workspace across regions, which is slower and adds data \
         transfer costs",
    )
    .help(format!(
        "set `location: {}`, unless the size is only available in `{location}`",
        region(home)
    ))
    .related(
        &workspace.shared_path(),
        place.range(),
        "the workspace is here",
    );
}

/// Normalizes a region: `West Europe` and `westeurope` are the same.
fn region(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .to_ascii_lowercase()
}
