//! Paths that only exist on one machine.

use crate::checks::prelude::*;
use crate::path::is_absolute_somewhere;

declare_rule! {
    /// An absolute path to a local file exists on the machine of its author, and on no other: not on
    /// that of a colleague, and not in CI. The same is true for a `file:///` URL. A path relative to the
    /// YAML file works wherever the repository is.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: /home/anna/churn/src
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: ../src
    /// environment: azureml:training:3
    /// ```
    "absolute-local-path", Path, Warning,
    marks: [Overridable],
    summary: "an absolute path, which exists on one machine only",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    for path in &cx.local_paths().all {
        let is_absolute = is_absolute_somewhere(path.text);
        // Another rule reports a path that is missing here.
        if !is_absolute || cx.local_paths().is_missing(path.node) {
            continue;
        }
        cx.report(
            path.node.range(),
            format!(
                "`{}` is an absolute path, which other machines don't have",
                path.key
            ),
        )
        .note("other people and CI don't have this path")
        .help(match path.key {
            "path" => "use a path relative to this file, or the address of data in the cloud",
            _ => "use a path relative to this file",
        });
    }
}
