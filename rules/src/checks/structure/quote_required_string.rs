//! A number or boolean where text must stand.

use crate::checks::prelude::*;

declare_rule! {
    /// YAML reads `2024`, `1.5`, `yes` and `on` as numbers and booleans, and the client does not
    /// turn them into text: it refuses them in tags, names and many other places. Quotes make them
    /// text.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:training:3
    /// tags:
    ///   prod: yes
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:training:3
    /// tags:
    ///   prod: "yes"
    /// ```
    "quote-required-string", Structure, Error,
    summary: "a number or boolean where text must stand",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-core-syntax",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::QuoteRequiredString) {
        let raw = faults::short_text(problem.at);
        let message = match problem.fault {
            Fault::KeyNotText => format!("the key `{raw}` must be text"),
            _ => format!(
                "{} must be text, and `{raw}` is not read as text",
                faults::place_name(problem.at)
            ),
        };
        let quoted = faults::quoted(problem.at);
        cx.report(problem.at.range(), message)
            .help(format!("write `{quoted}`"))
            .safe_fix(format!("write `{quoted}`"), replace(problem.at, quoted));
    }
}
