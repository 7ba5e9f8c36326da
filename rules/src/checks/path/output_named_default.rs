//! Outputs with the name that the client uses for logs.

use crate::checks::prelude::*;

declare_rule! {
    /// Every job has an output `default`: the place of its logs and of what it writes to `./outputs`.
    /// If you declare an output with that name, the client uses it: `az ml job download` gets your
    /// data instead of logs and artifacts, and `az ml job stream` looks for logs there.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{outputs.default}}
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   default: {type: uri_folder}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{outputs.model}}
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   model: {type: uri_folder}
    /// ```
    "output-named-default", Path, Warning,
    summary: "an output named `default`, the name of the output for logs and artifacts",
    url: "https://learn.microsoft.com/cli/azure/ml/job",
}

fn check(cx: &mut Context<'_>) {
    if !cx
        .kind()
        .is_some_and(|kind| kind.family() == KindFamily::Job)
    {
        return;
    }
    let outputs = cx.document.get("outputs");
    let Some(own) = outputs.and_then(|outputs| outputs.entry("default")) else {
        return;
    };
    // The mode of the output for logs can be set this way.
    if own.value.get("path").is_none() && own.value.get("type").is_none() {
        return;
    }
    cx.report(
        own.key.range(),
        "`default` is the output of every job for logs and artifacts",
    )
    .note("`az ml job download` and `az ml job stream` use an output of this name instead")
    .help("use another name");
}
