//! Datastores on a storage service that has ended.

use crate::checks::prelude::*;

declare_rule! {
    /// Azure Data Lake Storage Gen1 ended on 2024-02-29. A datastore that refers to it can still
    /// be defined, but jobs can't read from it or write to it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/azureDataLakeGen1.schema.json
    /// name: lake
    /// type: azure_data_lake_gen1
    /// store_name: sales
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/azureDataLakeGen2.schema.json
    /// name: lake
    /// type: azure_data_lake_gen2
    /// account_name: sales
    /// filesystem: raw
    /// ```
    "adls-gen1-datastore", Migration, Warning,
    kind: DatastoreAzureDataLakeGen1,
    summary: "a datastore on Azure Data Lake Storage Gen1, which has ended",
    url: "https://learn.microsoft.com/lifecycle/products/azure-data-lake-storage-gen1",
}

fn check(cx: &mut Context<'_>) {
    let Some(entry) = cx
        .document
        .root()
        .and_then(|root| ended_features::telling_entry(root, &["type", "store_name"]))
    else {
        return;
    };
    let feature = "Azure Data Lake Storage Gen1";
    if let Some(diagnostic) =
        ended_features::report(cx, entry.value.range(), feature, ended_features::ADLS_GEN1)
    {
        diagnostic
            .note("the service is gone, so no job can reach the data of this datastore")
            .help(
                "move the data to a storage account with Data Lake Storage Gen2, and use \
                 `type: azure_data_lake_gen2` with its `account_name` and `filesystem`",
            );
    }
}
