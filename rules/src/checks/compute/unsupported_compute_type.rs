//! Computes that CLI v2 can't attach.

use crate::checks::prelude::*;

declare_rule! {
    /// The REST API has more types of computes than CLI v2 can attach: Azure Databricks, Azure Data
    /// Factory, HDInsight, Data Lake Analytics, and AKS clusters as `aks`. `az ml compute attach`
    /// takes `kubernetes`, `virtualmachine`, and `synapsespark`, and the client rejects these types
    /// with "Unknown compute type".
    ///
    /// To attach an AKS cluster as `type: kubernetes`, first deploy the Azure Machine Learning
    /// extension to it.
    ///
    /// ```yaml bad
    /// name: aks-scoring
    /// type: aks
    /// resource_id: /subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/ml/providers/Microsoft.ContainerService/managedClusters/scoring
    /// ```
    /// ```yaml good
    /// name: aks-scoring
    /// type: kubernetes
    /// resource_id: /subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/ml/providers/Microsoft.ContainerService/managedClusters/scoring
    /// ```
    "unsupported-compute-type", Compute, Error,
    kind: UnsupportedCompute,
    marks: [WholeFile],
    summary: "a type of compute that CLI v2 can't attach",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-attach-compute-targets",
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("type") else {
        return;
    };
    let Some(name) = node.text() else { return };
    let help = match name.to_ascii_lowercase().as_str() {
        "aks" => {
            "deploy the Azure Machine Learning extension to the cluster, and write `type: \
             kubernetes`"
        }
        "databricks" => {
            "run the work as a `spark` job on serverless Spark or an attached Synapse Spark pool, or \
             start it in Azure Databricks itself"
        }
        _ => "use `kubernetes`, `virtualmachine`, or `synapsespark`, or a compute cluster",
    };
    cx.report(
        node.range(),
        format!("CLI v2 can't attach a compute of type `{name}`"),
    )
    .note(format!(
        "the client rejects it: \"Unknown compute type: {name}\""
    ))
    .help(help);
}
