//! A version that YAML reads as a number or a date.

use crate::checks::prelude::*;

declare_rule! {
    /// A version is a string. YAML reads `1.10` without quotes as the number 1.1, and the asset is
    /// registered with that version. The CLI rejects a date without quotes.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// version: 1.10
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// version: "1.10"
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    "unquoted-version", Structure, Warning,
    summary: "a version without quotes that YAML changes",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-core-syntax",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::UnquotedVersion) {
        let raw = faults::short_text(problem.at);
        let quoted = faults::quoted(problem.at);
        let read = raw
            .parse::<f64>()
            .ok()
            .map(|value| match raw.contains('.') {
                // The client writes `1.0` as it is.
                true => format!("{value:?}"),
                false => value.to_string(),
            });
        if read.as_deref() == Some(raw.as_str()) {
            continue;
        }
        let message = match &read {
            Some(read) => format!("YAML reads version `{raw}` as the number {read}"),
            None => format!("YAML reads version `{raw}` as a date"),
        };
        let diagnostic = cx.report(problem.at.range(), message);
        diagnostic
            .help(format!("write `{quoted}`"))
            .safe_fix(format!("write `{quoted}`"), replace(problem.at, quoted));
        if problem.refused {
            diagnostic.level(Level::Error);
        }
    }
}
