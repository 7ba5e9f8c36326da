//! A number or boolean where a string is required.

use crate::checks::prelude::*;
use crate::syntax::Scalar;

declare_rule! {
    /// YAML reads `2024`, `1.5`, `yes`, and `on` as numbers and booleans. The CLI doesn't convert
    /// them to strings: it rejects them in tags, names, and many other places. Put them in quotes.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// tags:
    ///   prod: yes
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// tags:
    ///   prod: "yes"
    /// ```
    "quote-required-string", Structure, Error,
    marks: [Unfinished],
    summary: "a number or boolean where a string is required",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-core-syntax",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::QuoteRequiredString) {
        let raw = faults::short_text(problem.at);
        let message = match problem.fault {
            SchemaFault::KeyNotText => {
                format!("key `{raw}` must be a string; {}", read_as(problem.at))
            }
            _ => format!(
                "{} must be a string; {}",
                faults::place_name(problem.at),
                read_as(problem.at)
            ),
        };
        let quoted = faults::quoted(problem.at);
        let diagnostic = cx.report(problem.at.range(), message);
        diagnostic.help(format!("write `{quoted}`"));
        // An empty key is another mistake: its value is unknown.
        if !raw.is_empty() {
            diagnostic.safe_fix(format!("write `{quoted}`"), replace(problem.at, quoted));
        }
    }
}

/// Formats "YAML reads `yes` as a boolean".
fn read_as(node: Node<'_>) -> String {
    let what = match node.scalar() {
        Some(Scalar::Bool(_)) => "a boolean",
        Some(Scalar::Timestamp) => "a date",
        Some(Scalar::Null) => "null",
        _ => "a number",
    };
    format!("YAML reads `{}` as {what}", faults::short_text(node))
}
