//! A job for another tool than `az ml`.

use crate::checks::prelude::*;

declare_rule! {
    /// `azd ai training job`, a preview extension of the Azure Developer CLI for Microsoft
    /// Foundry, reads jobs in a dialect of its own: the same `$schema`, but `process_per_node`,
    /// `gpu_count`, `instance_count`, and `timeout` at the top, and `distribution` is a string
    /// (`distribution: PyTorch`). `az ml job create` rejects such a file. Its keys change from
    /// preview to preview, so nothing else in it is checked.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: example.azurecr.io/training:3
    /// compute: gpu-cluster
    /// instance_count: 2
    /// process_per_node: 4
    /// distribution: PyTorch
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// compute: azureml:gpu-cluster
    /// resources: {instance_count: 2}
    /// distribution: {type: pytorch, process_count_per_instance: 4}
    /// ```
    "foundry-training-job", Structure, Info,
    kind: FoundryTrainingJob,
    summary: "a job in the format of `azd ai training job`, which `az ml` rejects",
    url: "https://github.com/Azure/azure-dev/issues/8228",
}

/// Keys of Foundry jobs, with their counterparts in `az ml`.
const KEYS: [(&str, &str); 7] = [
    (
        "process_per_node",
        "`distribution.process_count_per_instance`",
    ),
    ("gpu_count", "a GPU size in `resources.instance_type`"),
    ("capacity_unit_count", "`resources.instance_count`"),
    ("storage_connection_name", "a path in a datastore"),
    ("instance_count", "`resources.instance_count`"),
    ("timeout", "`limits.timeout`"),
    ("distribution", "`distribution.type`"),
];

fn check(cx: &mut Context<'_>) {
    let Some(root) = cx.document.root() else {
        return;
    };
    let found = KEYS
        .iter()
        .find_map(|(key, instead)| Some((root.entry(key)?, *key, *instead)));
    let Some((entry, key, instead)) = found else {
        return;
    };
    cx.report(
        entry.key.range(),
        "this job is in the format of `azd ai training job`, which `az ml job create` rejects",
    )
    .note(format!(
        "`{key}` exists only in that format, so the rest of the file is not checked"
    ))
    .help(format!(
        "submit it with `azd ai training job submit`, or replace `{key}` with {instead} for `az ml`"
    ));
}
