//! A key without a value.

use crate::checks::prelude::*;
use crate::schema::describe::expected;

declare_rule! {
    /// The client refuses a key that is written but empty, even where the key itself may be left
    /// out. An output without a value is fine: `outputs: {model:}` takes the defaults.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:training:3
    /// display_name:
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:training:3
    /// outputs:
    ///   model:
    /// ```
    "null-where-value-needed", Structure, Error,
    marks: [SchemaCheck],
    summary: "a key that is written but has no value",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::NullWhereValueNeeded) {
        let Fault::Null { expected: ty } = problem.fault else {
            continue;
        };
        let range = if problem.at.range().is_empty() {
            problem.at.parent().unwrap_or(problem.at).range()
        } else {
            problem.at.range()
        };
        cx.report(
            range,
            format!("{} has no value", faults::place_name(problem.at)),
        )
        .help(format!("write {}, or remove the key", expected(ty)));
    }
}
