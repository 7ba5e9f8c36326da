//! Components that download data and whose results are reused.

use crate::checks::prelude::*;
use crate::checks::shared::pipeline::reused_results;

declare_rule! {
    /// Components are deterministic by default: a pipeline reuses the last result of a step while
    /// its code and inputs stay the same. A component that downloads data then returns old data.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: fetch
    /// type: command
    /// environment: azureml:tools:1
    /// outputs: {data: {type: uri_folder}}
    /// command: curl -o ${{outputs.data}}/prices.csv https://example.org/prices.csv
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: fetch
    /// type: command
    /// is_deterministic: false
    /// environment: azureml:tools:1
    /// outputs: {data: {type: uri_folder}}
    /// command: curl -o ${{outputs.data}}/prices.csv https://example.org/prices.csv
    /// ```
    "external-data-deterministic", Cost, Info,
    summary: "a component that downloads data and whose result is reused",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-component-command",
}

fn check(cx: &mut Context<'_>) {
    let Some(command) = reused_results::command(cx) else {
        return;
    };
    let Some(tool) = command.value.text().and_then(downloader) else {
        return;
    };
    let message =
        format!("the command downloads data with `{tool}`, but pipelines reuse its result");
    reused_results::report(cx, command, message)
        .note(
            "`is_deterministic` is true by default, so the step does not run again when only the \
             remote data changes",
        )
        .help("add `is_deterministic: false`");
}

/// Returns the download tool that a command starts with a URL.
fn downloader(command: &str) -> Option<&'static str> {
    let words: Vec<&str> = command.split([' ', '\n', ';', '&', '|', '(']).collect();
    let address = words
        .iter()
        .any(|word| word.trim_matches(['"', '\'']).starts_with("http"));
    ["curl", "wget"]
        .into_iter()
        .find(|tool| address && words.contains(tool))
}
