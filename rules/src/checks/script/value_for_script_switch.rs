//! A value for a flag that takes none.

use crate::checks::prelude::*;
use crate::checks::shared::script::script_calls::point_to;
use crate::script::argparse::ArgumentFault;
use crate::script::python::ArgumentAction;

declare_rule! {
    /// A flag with `action="store_true"` and the like is a switch, which takes no value. With a
    /// value after it, the script ends with an error.
    ///
    /// This rule doesn't report scripts that ignore unknown arguments (`parse_known_args`), unless
    /// the value is joined with `=`.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --verbose true
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--verbose", action="store_true")
    /// args = parser.parse_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --verbose
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--verbose", action="store_true")
    /// args = parser.parse_args()
    /// ```
    "value-for-script-switch", Script, Error,
    marks: [Unfinished],
    summary: "a value for a flag of a script that takes none",
    url: "https://docs.python.org/3/library/argparse.html#action",
}

fn check(cx: &mut Context<'_>) {
    for call in cx.script_calls() {
        for fault in &call.matching.faults {
            let ArgumentFault::ValueForSwitch {
                flag,
                argument,
                value,
                ..
            } = fault
            else {
                continue;
            };
            // An extra word is ignored with the other unknown words.
            if call.interface.takes_unknown && value.start == 0 {
                continue;
            }
            let message = format!("`{flag}` of `{}` takes no value", call.script());
            let diagnostic = cx.report(call.value_range(*value), message);
            diagnostic.note(
                "the flag is a switch, so the script ends with an error as soon as it starts",
            );
            diagnostic.help(if argument.action == ArgumentAction::StoreTrue {
                format!("write `{flag}` alone to switch it on, or leave it out")
            } else {
                format!("write `{flag}` alone, or leave it out")
            });
            point_to(diagnostic, argument);
        }
    }
}
