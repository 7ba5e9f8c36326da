//! A conda file where an environment is expected.

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// `environment: file:PATH` names the YAML file of an environment, which has an `image` and may
    /// name a conda file. The CLI rejects a conda file there.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: echo hello
    /// environment: file:conda.yml
    /// ```
    /// ```yaml bad path=conda.yml
    /// dependencies: [python=3.12]
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: echo hello
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    ///   conda_file: conda.yml
    /// ```
    /// ```yaml good path=conda.yml
    /// dependencies: [python=3.12]
    /// ```
    "conda-file-as-environment", Structure, Error,
    marks: [Unfinished],
    summary: "a conda file in `environment`",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-environment",
}

fn check(cx: &mut Context<'_>) {
    for value in fields::values_of(cx, "environment") {
        let path = known_text(value).and_then(|text| text.strip_prefix("file:"));
        let Some(path) = path else {
            continue;
        };
        let named = cx.workspace.referenced(cx.document.path(), path);
        if named.is_none_or(|named| named.kind() != Some(Kind::CondaFile)) {
            continue;
        }
        cx.report(
            value.range(),
            format!("`{path}` is a conda file, not an environment"),
        )
        .note("the CLI rejects the file: \"It looks like you are trying to specify a conda file\"")
        .help(format!(
            "write `image` and `conda_file: {path}` under `environment`"
        ));
    }
}
