//! The name of an environment.

use crate::checks::prelude::*;
use crate::compute::limits::ENVIRONMENT_NAME_LENGTH;

declare_rule! {
    /// The name of an environment can't start with `AzureML` or `Microsoft`, which are reserved for
    /// curated environments, and has up to 255 characters. The CLI doesn't check it.
    ///
    /// No page lists the allowed characters. Names with characters other than letters, digits, `-`, `_`, and `.`
    /// are probably rejected; this is a warning.
    ///
    /// The name of an environment that is written in a job is ignored.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: AzureML-churn
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: churn
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    "environment-name", Structure, Error,
    kind: Environment,
    marks: [Unfinished],
    summary: "an environment name that is not allowed",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

/// Prefixes of the names of curated environments.
const RESERVED: [&str; 2] = ["AzureML", "Microsoft"];

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("name") else {
        return;
    };
    let Some(name) = known_text(node).filter(|name| !name.is_empty()) else {
        return;
    };
    if let Some(start) = RESERVED.iter().find(|start| name.starts_with(**start)) {
        cx.report(
            node.range(),
            format!("the environment name `{name}` starts with `{start}`, which is reserved"),
        )
        .note("this prefix is reserved for curated environments; the CLI doesn't check it")
        .help("choose a name that starts with another word");
        return;
    }
    let length = name.chars().count();
    if i64::try_from(length).is_ok_and(|length| length > ENVIRONMENT_NAME_LENGTH) {
        cx.report(
            node.range(),
            format!("the environment name must have at most {ENVIRONMENT_NAME_LENGTH} characters, not {length}"),
        )
        .note("the CLI doesn't check it")
        .help("choose a shorter name");
        return;
    }
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !name.chars().all(is_allowed) {
        cx.report(
            node.range(),
            format!("the environment name `{name}` has characters that are probably not allowed"),
        )
        .level(Level::Warning)
        .note("the CLI doesn't check it, and no page lists the allowed characters")
        .help("use letters, digits, `-`, `_`, and `.`");
    }
}
