//! A mapping, list or scalar where another of these belongs.

use crate::checks::prelude::*;
use crate::schema::describe::expected;

declare_rule! {
    /// The value is of another type than its key takes: a list for a mapping, text for a number.
    ///
    /// Numbers may be written in quotes, and `yes`, `on` and `1` stand for true, as the client
    /// reads them.
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
    marks: [Generic, SchemaCheck],
    summary: "a value of another type than its key takes",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::InvalidType) {
        let (Fault::Shape { expected: ty } | Fault::Value { expected: ty }) = problem.fault else {
            continue;
        };
        let message = format!(
            "{} must be {}, not {}",
            faults::place_name(problem.at),
            expected(ty),
            faults::value_name(problem.at)
        );
        cx.report(marked(problem.at), message);
    }
}

/// The value; of one that goes over several lines, its key.
fn marked(node: Node<'_>) -> TextRange {
    if node.raw().contains('\n') {
        node.key().unwrap_or(node).range()
    } else {
        node.range()
    }
}
