//! A value of the wrong type.

use crate::checks::prelude::*;
use crate::schema::describe::expected;

declare_rule! {
    /// The value has the wrong type: a list instead of a mapping, a string instead of a number.
    ///
    /// Numbers in quotes are valid, and `yes`, `on`, and `1` mean true, as the CLI reads them.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: four
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 4
    /// ```
    "invalid-type", Structure, Error,
    marks: [Generic, SchemaCheck, Unfinished],
    summary: "a value of the wrong type",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::InvalidType) {
        let (SchemaFault::Shape { expected: ty } | SchemaFault::Value { expected: ty }) =
            problem.fault
        else {
            continue;
        };
        let expected = expected(ty);
        let message = format!(
            "{} must be {expected}, not {}",
            faults::place_name(problem.at),
            faults::value_name(problem.at)
        );
        cx.report(marked(problem.at), message)
            .help(format!("replace it with {expected}"));
    }
}

/// Returns the range of the value, or of its key if the value has several lines.
fn marked(node: Node<'_>) -> TextRange {
    if node.raw().contains('\n') {
        node.key().unwrap_or(node).range()
    } else {
        node.range()
    }
}
