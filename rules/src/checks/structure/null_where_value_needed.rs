//! A key without a value.

use crate::checks::prelude::*;
use crate::schema::describe::expected;

declare_rule! {
    /// The CLI rejects a key without a value, even if the key is optional. An output without a
    /// value is valid: `outputs: {model:}` uses the defaults. This rule doesn't report a key if
    /// every `az ml` command of the repository that names the file sets it with `--set`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// display_name:
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   model:
    /// ```
    "null-where-value-needed", Structure, Error,
    marks: [SchemaCheck, Missing],
    summary: "a key without a value",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::NullWhereValueNeeded) {
        let SchemaFault::Null { expected: ty } = problem.fault else {
            continue;
        };
        if cx.cli_overrides().replaces(&problem.at.path()).is_some() {
            continue;
        }
        let range = if problem.at.range().is_empty() {
            problem.at.parent().unwrap_or(problem.at).range()
        } else {
            problem.at.range()
        };
        cx.report(
            range,
            format!("{} has no value", faults::place_name(problem.at)),
        )
        .help(format!("add {}, or remove the key", expected(ty)));
    }
}
