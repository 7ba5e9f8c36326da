//! A flag without the value that it needs.

use crate::checks::prelude::*;
use crate::checks::shared::script::script_calls::point_to;
use crate::script::argparse::ArgumentFault;
use crate::script::python::Nargs;

declare_rule! {
    /// A flag that takes a value needs one after it. If another flag or the end of the command
    /// follows, the script ends with an error.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data --epochs 10
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--data")
    /// parser.add_argument("--epochs", type=int)
    /// args = parser.parse_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data wine.csv --epochs 10
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--data")
    /// parser.add_argument("--epochs", type=int)
    /// args = parser.parse_args()
    /// ```
    "script-argument-without-value", Script, Error,
    marks: [Unfinished],
    summary: "a flag without the value that it needs",
    url: "https://docs.python.org/3/library/argparse.html#nargs",
}

fn check(cx: &mut Context<'_>) {
    for call in cx.script_calls() {
        for fault in &call.matching.faults {
            let ArgumentFault::NoValue {
                token,
                flag,
                argument,
            } = fault
            else {
                continue;
            };
            let script = call.script();
            let (message, help) = match argument.nargs {
                Nargs::Exactly(count) if count > 1 => (
                    format!("`{flag}` of `{script}` needs {count} values"),
                    format!("write {count} values after `{flag}`, separated by spaces"),
                ),
                _ => (
                    format!("`{flag}` of `{script}` has no value"),
                    format!("write the value after `{flag}`, or remove the flag"),
                ),
            };
            let diagnostic = cx.report(call.flag_range(*token, flag), message);
            diagnostic
                .note("the script ends with an error as soon as it starts")
                .help(help);
            point_to(diagnostic, argument);
        }
    }
}
